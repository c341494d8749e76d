import { statusLabel } from "~/reference/statuses";

/**
 * A rejection without a reason, a release without a signed agreement, or a status that may not follow
 * the one that the portal has.
 */
export const refusalReasons = ["no-reason", "unsigned", "not-next"] as const;
type RefusalReason = (typeof refusalReasons)[number];

/** A status that the board has and the portal has not taken over. */
export interface BoardRefusal {
  status: string;
  reason: RefusalReason;
}

const WANTED: Readonly<Record<RefusalReason, string>> = {
  "no-reason": "Write why",
  unsigned: "The artist must sign the agreement first",
  "not-next": "Choose a status that may follow it",
};

/** What is told of it, on the board and here. @param current the status that the portal has. */
export function describeRefusal({ status, reason }: BoardRefusal, current: string): string[] {
  return [
    `The board says ${statusLabel(status)}. The portal still says ${statusLabel(current)}, and the artist was not told.`,
    `${WANTED[reason]}, or set the board back to ${statusLabel(current)}.`,
  ];
}
