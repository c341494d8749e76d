import type { SerializeFrom } from "@remix-run/cloudflare";
import type { ReviewReply } from "~/domain/review/review-reply";
import type { loader } from "./review-route.server";

/** What an entry shows. */
export type EntryData = SerializeFrom<typeof loader>;

export interface EntryProps extends EntryData {
  /** The answer to what was posted last, here or in the background. */
  reply: ReviewReply;
}

export interface DecisionProps extends EntryProps {
  canAskChanges: boolean;
  /** The decision that is open. */
  choice: string | null;
  setChoice: (choice: string | null) => void;
}
