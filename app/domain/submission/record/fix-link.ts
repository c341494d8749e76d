import { statusFacts } from "~/reference/statuses";

/** What the artist was told: a rejection, or a request for changes. */
export type FixLinkKind = "rejected" | "changes";

export const FIX_LINK_DAYS = 30;

interface FixableState {
  status: string;
  changesAskedAt: string | null;
}

/** What the artist can put right and send again, if anything. */
export function fixKind({ status, changesAskedAt }: FixableState): FixLinkKind | undefined {
  if (statusFacts(status)?.waitsFor === "correction") return "rejected";
  return changesAskedAt === null ? undefined : "changes";
}
