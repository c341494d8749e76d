import { expect, test } from "vitest";
import { distributors } from "./distributors";

test("every distributor is listed once, whatever its case and spacing", () => {
  const foldedNames = distributors.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  expect(foldedNames.filter((name, index) => foldedNames.indexOf(name) !== index)).toEqual([]);
});

test("no name is empty, holds a stray space or swallowed a separator", () => {
  expect(distributors.filter((name) => !/^[^\s,:]+( [^\s,:]+)*$/u.test(name))).toEqual([]);
});
