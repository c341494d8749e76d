import type { PendingAction } from "./pending-actions";

/** From the specification (`000…`, section 4). */
export interface StatusText {
  title: string;
  text: string;
}

const STATUS_TEXTS: ReadonlyMap<string, StatusText> = new Map([
  [
    "pending",
    {
      title: "Your submission is being reviewed",
      text: "We'll update you once we've reviewed your submission.",
    },
  ],
  [
    "processing",
    {
      title: "Your music is being processed",
      text: "Your music is being processed for distribution.",
    },
  ],
  [
    "approved",
    {
      title: "Your release has been approved",
      text: "Your release is scheduled and will go live on the release date.",
    },
  ],
  [
    "live",
    {
      title: "Your music is now live!",
      text: "Your music is now available on all platforms.",
    },
  ],
  [
    "rejected",
    {
      title: "Your submission was not approved",
      text: "Please check your email for details on why it was rejected.",
    },
  ],
]);

/** For artists who were asked for changes; the status stays pending. */
const CHANGES_WANTED: StatusText = {
  title: "Please change something",
  text: "Change what we ask for here, then send it again. Your answers and files are kept.",
};

/** In place of the text above for artists who get no emails. */
export const NOT_MAILED = "No email went out about this: the reason is right here.";

/** Title and text of a status in any case; an unknown one is named as it is. */
export function statusText(status: string): StatusText {
  return (
    STATUS_TEXTS.get(status.trim().toLowerCase()) ?? {
      title: `Submission status: ${status}`,
      text: "Check back for status updates on your submission.",
    }
  );
}

/** The title and text of a status, and of what is asked for beside it. */
export const statusBanner = (status: string, actions: readonly PendingAction[]): StatusText =>
  actions.includes("make-changes") ? CHANGES_WANTED : statusText(status);
