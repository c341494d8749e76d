import { type StatusText, type SubmissionStatus, statusFacts } from "~/reference/statuses";
import type { PendingAction } from "./pending-actions";

/** For artists who were asked for changes; the status stays pending. */
const CHANGES_WANTED: StatusText = {
  title: "Please change something",
  text: "Change what we ask for here, then send it again. Your answers and files are kept.",
};

/** After the reason of a rejection that offers no way back. */
export const FINAL_NO =
  "This is our last word on this release, so it can't be sent again. We'd be glad to hear your next one.";

/** In place of the text above for artists who get no emails. */
export const NOT_MAILED = "No email went out about this: the reason is right here.";

/** Title and text of a status in any case; another one than those with a banner is named as it is. */
export const statusText = (status: string): StatusText =>
  statusFacts(status)?.banner ?? {
    title: `Submission status: ${status}`,
    text: "Check back for status updates on your submission.",
  };

/** The title and text of a status, and of what is asked for beside it. */
export const statusBanner = (status: string, actions: readonly PendingAction[]): StatusText =>
  actions.includes("make-changes") ? CHANGES_WANTED : statusText(status);

/** What a status means, and what the artist sees, for the forms where staff choose it. */
export const statusExplanation = (status: SubmissionStatus) =>
  `${statusFacts(status)?.meaning} The artist sees: "${statusText(status).title}".`;
