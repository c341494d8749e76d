import { expect, test } from "vitest";
import { chooseRows } from "./use-bulk";

const ids = ["a", "b", "c", "d", "e"];
const choose = (chosen: string[], id: string, last?: string, isRange = false) => [
  ...chooseRows({ ids, chosen: new Set(chosen), ...(last && { last }) }, id, isRange),
];

test("a press chooses a row, and the next press of it no more", () => {
  expect(choose(["a"], "c", "a")).toEqual(["a", "c"]);
  expect(choose(["a", "c"], "c", "c")).toEqual(["a"]);
});

test("a range chooses all from the last row to this one, up or down, and takes none away", () => {
  expect(choose(["b"], "d", "b", true)).toEqual(["b", "c", "d"]);
  expect(choose(["d"], "b", "d", true)).toEqual(["d", "b", "c"]);
  expect(choose(["b", "c", "d"], "c", "d", true)).toEqual(["b", "c", "d"]);
});

test("a range without a last row chooses this one, and one from a row that is gone does so, too", () => {
  expect(choose([], "c", undefined, true)).toEqual(["c"]);
  expect(choose([], "c", "gone", true)).toEqual(["c"]);
});
