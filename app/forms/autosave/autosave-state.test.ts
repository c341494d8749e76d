import { expect, test } from "vitest";
import { type AutosaveState, saveStatusText, shouldAnnounce } from "./autosave-state";

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
