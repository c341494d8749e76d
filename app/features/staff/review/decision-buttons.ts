import { type SubmissionStatus, statusFacts } from "~/reference/statuses";
import { CHANGES } from "./decision-choice";

interface ChoiceButton {
  choice: string;
  key: string;
  label: string;
}

const ofStatus = (status: SubmissionStatus): ChoiceButton => {
  const { key = "", does = "" } = statusFacts(status)?.shortcut ?? {};
  return { choice: status, key, label: does };
};

/** The decisions with a button of their own, each with its key, in the order of the desk. */
export const choiceButtons = (canAskChanges: boolean): ChoiceButton[] => [
  ofStatus("approved"),
  ...(canAskChanges ? [{ choice: CHANGES, key: "c", label: "Ask for changes" }] : []),
  ofStatus("rejected"),
];
