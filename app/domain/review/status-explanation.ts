import type { SubmissionStatus } from "~/domain/submission/record/board-labels";
import { statusText } from "~/domain/submission/record/status-text";

/** What staff say by a status, and what the artist gets besides the text that they see. */
const MEANINGS: Readonly<Record<SubmissionStatus, string>> = {
  pending: "Nobody has decided yet.",
  "in progress":
    "You want it and work on it. The artist gets an email with a link to complete the release details.",
  processing: "It is on its way to the stores.",
  approved: "The yes.",
  live: "It is out in the stores. The artist must have signed the agreement.",
  active: "It has been out for a while, and you still work on it. The agreement must be signed.",
  rejected: "The no. It needs a reason, and the artist reads it in the email.",
  failed: "A store or a distributor could not take it. Write the reason, so that the artist knows.",
};

/** What a status means, and what the artist sees, for the forms where staff choose it. */
export function statusExplanation(status: SubmissionStatus): string {
  return `${MEANINGS[status]} The artist sees: "${statusText(status).title}".`;
}
