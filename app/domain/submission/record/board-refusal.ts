import { statusLabel } from "~/reference/statuses";

/** A status that the board has and the portal has not taken over. */
export interface BoardRefusal {
  status: string;
  /** A rejection without a reason, or a release without a signed agreement. */
  reason: "no-reason" | "unsigned";
}

const WANTED: Readonly<Record<BoardRefusal["reason"], string>> = {
  "no-reason": "Write why",
  unsigned: "The artist must sign the agreement first",
};

/** What is told of it, on the board and here. @param current the status that the portal has. */
export function describeRefusal({ status, reason }: BoardRefusal, current: string): string[] {
  return [
    `The board says ${statusLabel(status)}. The portal still says ${statusLabel(current)}, and the artist was not told.`,
    `${WANTED[reason]}, or set the board back to ${statusLabel(current)}.`,
  ];
}
