import fc from "fast-check";
import { expect, test } from "vitest";
import { assignRowIds } from "./row-ids";

const ids = (...rowIds: string[]) =>
  assignRowIds(
    rowIds.map((id) => ({ id })),
    "row",
  ).map(({ id }) => id);

test("rows without an id, or with one already taken, get the first free one", () => {
  expect(ids("", "")).toEqual(["row-1", "row-2"]);
  expect(ids("", "row-1")).toEqual(["row-2", "row-1"]);
  expect(ids("a", "a", "b")).toEqual(["a", "row-1", "b"]);
});

test("ids always differ, and ids that differed already stay", () => {
  const some = fc.array(fc.constantFrom("", "row-1", "row-2", "row-3", "a", "b"));
  fc.assert(
    fc.property(some, (rowIds) => {
      const uniqueIds = ids(...rowIds);
      expect(new Set(uniqueIds).size).toBe(rowIds.length);
      expect(uniqueIds.every(Boolean)).toBe(true);
      expect(ids(...uniqueIds)).toEqual(uniqueIds);
    }),
  );
});
