import { expect, test } from "vitest";
import { slotContents } from "./slot-contents";
import type { SlotState, Upload } from "./upload";

type One = Pick<Upload, "id" | "slot" | "state" | "choice" | "sha256">;

/** An upload that is named like its choice. */
const upload = (id: string, state: Upload["state"], choice = id, sha256 = id): One => ({
  id,
  slot: "artwork",
  state,
  choice,
  sha256,
});
const slot = (choice: string | null, uploadId: string | null): SlotState => {
  return { slot: "artwork", version: 1, choice, uploadId };
};
const [nothing, none] = [undefined, undefined];

test.each<[string, SlotState, One[], (string | undefined)[]]>([
  ["nothing", slot(null, null), [], [nothing, none, none]],
  [
    "what is on its way",
    slot("2", null),
    [upload("2", "open"), upload("1", "open")],
    [nothing, "2", none],
  ],
  ["what lies there", slot("1", "1"), [upload("1", "complete")], ["1", none, none]],
  ["both", slot("2", "1"), [upload("2", "open"), upload("1", "complete")], ["1", "2", none]],
  [
    "an older choice that is still on its way",
    slot("2", "2"),
    [upload("2", "complete"), upload("1", "open")],
    ["2", none, none],
  ],
  [
    "a newer upload that is not its choice",
    slot("1", "1"),
    [upload("2", "open"), upload("1", "complete")],
    ["1", none, none],
  ],
  [
    "a choice of several tries",
    slot("a", null),
    [upload("2", "open", "a"), upload("1", "open", "b")],
    [nothing, "2", none],
  ],
  [
    "a whole file that lost its place",
    slot("2", "2"),
    [upload("2", "complete"), upload("1", "complete")],
    ["2", none, "1"],
  ],
  [
    "the same bytes twice",
    slot("2", "2"),
    [upload("2", "complete", "2", "same"), upload("1", "complete", "1", "same")],
    ["2", none, none],
  ],
  [
    "what was refused",
    slot("1", "1"),
    [upload("2", "rejected"), upload("1", "complete")],
    ["1", none, none],
  ],
])("a slot has %s", (_, state, uploads, expected) => {
  const [contents] = slotContents([state], uploads);
  expect([contents?.stored?.id, contents?.coming?.id, contents?.other?.id]).toEqual(expected);
});

test("files of other slots are left out", () => {
  const other = { ...upload("1", "complete"), slot: "audio:track-1" };
  const [contents] = slotContents([slot("1", "1")], [other]);
  expect(contents?.stored).toBeUndefined();
});
