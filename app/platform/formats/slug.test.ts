import { expect, test } from "vitest";
import { slug } from "./slug";

test.each([
  ["Sigur Rós", "sigur-ros"],
  ["  AC/DC!! ", "ac-dc"],
  ["音楽", "artist"],
])("%s becomes %s in a path", (name, part) => {
  expect(slug(name, "artist")).toBe(part);
});
