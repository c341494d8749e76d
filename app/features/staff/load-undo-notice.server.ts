import { findUndoable, type UndoableItem } from "~/domain/review/undo-decision.server";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import type { Database } from "~/platform/database.server";
import { statusLabel } from "~/reference/statuses";

export interface UndoNotice {
  /** What was decided. */
  text: string;
  /** What becomes of the email. */
  mail: string;
  /** Until it can't be undone any more. */
  seconds: number;
  /** The page of the entry, which undoes it. */
  path: string;
  revision: number;
}

/** What becomes of the mail, which waits so that one tells of several changes. */
function mailText({ mailState }: UndoableItem): string {
  if (mailState === null || mailState === "stopped") return "No email goes out.";
  return mailState === "held"
    ? "The email goes out later."
    : `The email goes out in ${STATUS_MAIL_SECONDS / 60} minutes.`;
}

/**
 * The last decision of a member of staff while it can be undone: that about the displayed entry, else the
 * latest.
 */
export async function loadUndoNotice(
  db: Database,
  staffId: string,
  now: Date,
  itemId?: string,
): Promise<UndoNotice | undefined> {
  const undoable = await findUndoable(db, staffId, now, itemId);
  if (!undoable) return undefined;
  const { id, revision, status, changesAskedAt, artistName, title, expiresAt } = undoable;
  const label = changesAskedAt === null ? statusLabel(status) : "Changes asked for";
  return {
    text: `${label}: ${title || artistName}`,
    mail: mailText(undoable),
    seconds: Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1000),
    path: `/staff/submissions/${id}`,
    revision,
  };
}
