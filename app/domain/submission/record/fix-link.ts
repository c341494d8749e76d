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

/**
 * Whether we wait for the artist to change something.
 * @param isReplaced whether a new version of it was sent.
 */
export const isWaitingForChanges = ({
  changesAskedAt,
  isReplaced = false,
}: Pick<FixableState, "changesAskedAt"> & { isReplaced?: boolean }): boolean =>
  changesAskedAt !== null && !isReplaced;
