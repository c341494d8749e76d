/** What the artist was told: a rejection, or a request for changes. */
export type FixLinkKind = "rejected" | "changes";

export const FIX_LINK_DAYS = 30;

interface FixableState {
  status: string;
  changesAskedAt: string | null;
}

const isRejected = (status: string) => status.trim().toLowerCase() === "rejected";

/** What the artist can put right and send again, if anything. */
export function fixKind({ status, changesAskedAt }: FixableState): FixLinkKind | undefined {
  if (isRejected(status)) return "rejected";
  return changesAskedAt === null ? undefined : "changes";
}
