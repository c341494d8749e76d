import { expect, test } from "vitest";
import { nextTabIndex } from "./catalogue-adder";

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowRight", 1, 0],
  ["ArrowLeft", 1, 0],
  ["ArrowLeft", 0, 1],
  ["Home", 1, 0],
  ["End", 0, 1],
  ["Tab", 0, undefined],
  ["Enter", 0, undefined],
  ["ArrowDown", 0, undefined],
])("%s on tab %i of two leads to %s", (key, from, to) => {
  expect(nextTabIndex(key, from, 2)).toBe(to);
});
