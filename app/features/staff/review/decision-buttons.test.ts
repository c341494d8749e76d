import { expect, test } from "vitest";
import { choiceButtons, decisionChoices } from "./decision-buttons";

const shown = (choices: ReturnType<typeof decisionChoices>) =>
  choices.map(({ key, label }) => `${key} ${label}`);

test("three decisions have a button that is always in sight; another key has none", () => {
  expect(shown(choiceButtons(true))).toEqual(["a Approve", "c Ask for changes", "r Reject"]);
  expect(shown(decisionChoices(true))).toEqual([
    ...["a Approve", "i In progress", "c Ask for changes", "r Reject"],
  ]);
});

test("where the artist can't be asked for changes, nothing offers it", () => {
  expect(shown(choiceButtons(false))).toEqual(["a Approve", "r Reject"]);
  expect(shown(decisionChoices(false))).toEqual(["a Approve", "i In progress", "r Reject"]);
});
