import { afterEach, expect, test } from "vitest";
import {
  clearSlotVersions,
  noteUnheardChoice,
  noteVersionOfTab,
  slotVersion,
  unheardChoicesFor,
} from "./slot-versions.client";

const SLOT = "audio:track-1";

afterEach(clearSlotVersions);

test("an answer is about its choice and those before it, not about what was chosen since", () => {
  for (const choice of ["a", "b", "c"]) noteUnheardChoice(SLOT, choice);
  noteVersionOfTab(SLOT, 2, ["b"]);
  expect(slotVersion(SLOT)).toBe(2);
  expect(unheardChoicesFor(SLOT)).toEqual(["c"]);
  noteVersionOfTab(SLOT, 3, ["a", "b"]);
  expect(unheardChoicesFor(SLOT)).toEqual(["c"]);
  noteVersionOfTab(SLOT, 4, ["c"]);
  expect(unheardChoicesFor(SLOT)).toEqual([]);
});

test("of many choices without an answer the last ones are known, each once", () => {
  for (let number = 0; number < 30; number++) noteUnheardChoice(SLOT, `choice-${number}`);
  noteUnheardChoice(SLOT, "choice-12");
  const choices = unheardChoicesFor(SLOT);
  expect(choices).toHaveLength(20);
  expect(choices.at(-1)).toBe("choice-12");
  expect(new Set(choices).size).toBe(20);
});
