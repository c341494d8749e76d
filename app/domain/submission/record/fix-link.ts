import { statusFacts } from "~/reference/statuses";

/**
 * What a rejection means: a final no, not yet, or that something has to be fixed. Only the last two
 * offer the way back.
 */
export const rejectionAnswers = ["fix", "later", "final"] as const;
export type RejectionAnswer = (typeof rejectionAnswers)[number];

/** What the artist was told: a rejection, or a request for changes. */
export type FixLinkKind = "rejected" | "changes";

export const FIX_LINK_DAYS = 30;

interface FixableState {
  status: string;
  changesAskedAt: string | null;
  /** Of the last decision; missing where it is no rejection by a saved reason. */
  answer: RejectionAnswer | undefined;
}

/** Whether a release was rejected for good. */
export const isFinalNo = ({ status, answer }: Pick<FixableState, "status" | "answer">): boolean =>
  answer === "final" && statusFacts(status)?.waitsFor === "correction";

/** What the artist can put right and send again, if anything. */
export function fixKind(state: FixableState): FixLinkKind | undefined {
  const { status, changesAskedAt } = state;
  if (isFinalNo(state)) return undefined;
  if (statusFacts(status)?.waitsFor === "correction") return "rejected";
  return changesAskedAt === null ? undefined : "changes";
}
