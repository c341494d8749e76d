import { statusKeys } from "~/domain/review/decision";
import { needsReason } from "~/reference/statuses";
import { CHANGES } from "./decision-choice";

const choices = statusKeys.map(({ status, does, ...shortcut }) => ({
  ...shortcut,
  choice: status as string,
  label: does,
  short: does,
}));
const changes = {
  choice: CHANGES,
  key: "c",
  label: "Ask for changes",
  /** On phones. */
  short: "Changes",
  isMain: true,
};

/** The decisions with a key: a yes first, a no last. */
export const decisionChoices = (canAskChanges: boolean) => [
  ...choices.filter(({ choice }) => !needsReason(choice)),
  ...(canAskChanges ? [changes] : []),
  ...choices.filter(({ choice }) => needsReason(choice)),
];

/** Those whose buttons are always in sight. */
export const choiceButtons = (canAskChanges: boolean) =>
  decisionChoices(canAskChanges).filter(({ isMain }) => isMain);
