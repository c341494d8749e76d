import { expect, test } from "vitest";
import { slotContents } from "./slot-contents";
import type { Upload } from "./upload";

type One = Pick<Upload, "slot" | "state" | "sha256"> & { id: string };

const upload = (id: string, state: Upload["state"], sha256: string | null = null): One => ({
  id,
  slot: "artwork",
  state,
  sha256,
});

test.each<[string, One[], string | undefined, string | undefined]>([
  ["nothing", [], undefined, undefined],
  ["what is on its way", [upload("2", "open"), upload("1", "open")], undefined, "2"],
  ["what lies there", [upload("1", "complete", "a")], "1", undefined],
  ["both", [upload("2", "open"), upload("1", "complete", "a")], "1", "2"],
  [
    "one that was begun before it",
    [upload("2", "complete", "a"), upload("1", "open")],
    "2",
    undefined,
  ],
  [
    "its own bytes once more",
    [upload("2", "open", "a"), upload("1", "complete", "a")],
    "1",
    undefined,
  ],
  ["other bytes", [upload("2", "open", "b"), upload("1", "complete", "a")], "1", "2"],
  ["what was refused", [upload("2", "rejected"), upload("1", "complete", "a")], "1", undefined],
])("a slot has %s", (_, newestFirst, storedId, coming) => {
  const slot = slotContents(newestFirst).get("artwork");
  expect([slot?.stored?.id, slot?.coming?.id]).toEqual([storedId, coming]);
});
