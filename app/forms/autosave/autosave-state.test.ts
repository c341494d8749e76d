import { expect, test } from "vitest";
import {
  type AutosaveState,
  answerFields,
  baseOf,
  draftOfPost,
  saveStatusText,
  shouldAnnounce,
} from "./autosave-state";

const states: [AutosaveState, string, "spoken" | "only shown"][] = [
  [{ phase: "idle" }, "", "only shown"],
  [{ phase: "waiting", failing: false }, "Saving…", "only shown"],
  [{ phase: "saving" }, "Saving…", "only shown"],
  [{ phase: "saved", savedAt: 7, recovered: false }, "Saved 14:32", "only shown"],
  [{ phase: "saved", savedAt: 7, recovered: true }, "Saved 14:32", "spoken"],
  [{ phase: "offline" }, "Offline, will save when you are back", "spoken"],
  [{ phase: "waiting", failing: true }, "Not saved yet. We keep trying.", "spoken"],
  [
    { phase: "conflict", version: "v", savedAt: "2027-01-01T00:00:00Z" },
    "Not saved: this draft was changed elsewhere",
    "spoken",
  ],
  [{ phase: "refused", text: "This draft expired." }, "This draft expired.", "spoken"],
];

test.each(states)("%j reads %j and is %s", (state, words, how) => {
  expect(saveStatusText(state, () => "14:32")).toBe(words);
  expect(shouldAnnounce(state)).toBe(how === "spoken");
});

const bases: [string, [string, string][], string | undefined][] = [
  ["a raw post is based on nothing", [["bio", "x"]], undefined],
  ["a page names what it showed", [["version", "a1"]], "a1"],
  [
    "a field sent twice counts as sent last",
    [
      ["version", "a1"],
      ["version", "b2"],
    ],
    "b2",
  ],
  [
    "Next stays with what the page showed",
    [
      ["version", "a1"],
      ["newerVersion", "b2"],
      ["intent", "next"],
    ],
    "a1",
  ],
  [
    "keeping mine goes over the newer one",
    [
      ["version", "a1"],
      ["newerVersion", "b2"],
      ["intent", "keep-mine"],
    ],
    "b2",
  ],
  [
    "keeping mine without a newer one",
    [
      ["version", "a1"],
      ["intent", "keep-mine"],
    ],
    "a1",
  ],
];

test.each(bases)("%s", (_, fields, base) => {
  expect(baseOf(fields)).toBe(base);
});

test("fields about saving are no answers", () => {
  const fields: [string, string][] = [
    ["bio", "x"],
    ["version", "a1"],
    ["newerVersion", "b2"],
    ["draft", "d1"],
    ["intent", "next"],
    ["", ""],
  ];
  expect(answerFields(fields)).toEqual([["bio", "x"]]);
  expect(draftOfPost(fields)).toBe("d1");
});
