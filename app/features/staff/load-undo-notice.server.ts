import { findUndoable, type UndoableItem } from "~/domain/review/undo-decision.server";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import type { Database } from "~/platform/database.server";
import { statusLabel } from "~/reference/statuses";
import type { UndoNoticeProps } from "./undo-notice";

function mailText({ mailState, expiresAt }: UndoableItem, now: Date): string {
  const seconds = Math.ceil((Date.parse(expiresAt) - now.getTime()) / 1000);
  const undoText = `You can undo this for ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;
  if (mailState === null || mailState === "stopped") return `No email goes out. ${undoText}`;
  const when = mailState === "held" ? "later" : `in ${STATUS_MAIL_SECONDS / 60} minutes`;
  return `The email goes out ${when}. ${undoText}`;
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
): Promise<UndoNoticeProps | undefined> {
  const undoable = await findUndoable(db, staffId, now, itemId);
  if (!undoable) return undefined;
  const { id, revision, status, changesAskedAt, artistName, title } = undoable;
  const label = changesAskedAt === null ? statusLabel(status) : "Changes wanted";
  const name = title ? `${artistName} – ${title}` : artistName;
  return {
    text: `${label}: ${name}. ${mailText(undoable, now)}`,
    path: `/staff/submissions/${id}`,
    revision,
    isOnItsPage: id === itemId,
  };
}
