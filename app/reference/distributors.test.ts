import { expect, test } from "vitest";
import { distributors } from "./distributors";

const namedDistributors = distributors.slice(0, -1);

test("44 distributors are named", () => {
  expect(namedDistributors).toHaveLength(44);
});

test("'Other / Not Listed' comes last and only there", () => {
  expect(distributors.at(-1)).toBe("Other / Not Listed");
  expect(namedDistributors).not.toContain("Other / Not Listed");
});

test("the named distributors are in alphabetical order, whatever their case", () => {
  const foldedNames = namedDistributors.map((name) => name.toLowerCase());
  expect(foldedNames).toEqual([...foldedNames].sort((a, b) => a.localeCompare(b, "en")));
});

test("every distributor is listed once, whatever its case and spacing", () => {
  const foldedNames = distributors.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ""));
  expect(foldedNames.filter((name, index) => foldedNames.indexOf(name) !== index)).toEqual([]);
});

test("no name is empty, holds a stray space or swallowed a separator", () => {
  expect(distributors.filter((name) => !/^[^\s,:]+( [^\s,:]+)*$/u.test(name))).toEqual([]);
});

test.each([
  "Amuse",
  "AWAL",
  "CD Baby",
  "DistroKid",
  "Ditto Music",
  "iMusician",
  "The Orchard",
  "TuneCore",
  "UnitedMasters",
])("%s is offered", (name) => {
  expect(namedDistributors).toContain(name);
});
