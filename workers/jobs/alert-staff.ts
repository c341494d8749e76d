import { and, asc, eq, lt } from "drizzle-orm";
import { isQueued } from "~/mail/outbox.server";
import { overdueKey, overdueMail, type StaffAlert, staffAlertMail } from "~/mail/staff-alerts";
import { submissions } from "~/submission/tables.server";
import { type MailRoom, postMail } from "./mail-room";

/** The mail room, and where mails to the team go. */
export interface StaffRoom extends MailRoom {
  staff: string;
}

/** Most replies that one mail names. */
const LIST_LENGTH = 100;

/** Tells the team, once per occasion. @returns whether it was news. */
export function alertStaff(room: StaffRoom, alert: StaffAlert): Promise<boolean> {
  return postMail(room, staffAlertMail(alert, room.staff, room.brand));
}

/**
 * Tells the team once a day (UTC) of the artists who wait for a reply past its due date: those whose
 * submission is still pending. The sweep may call it as often as it likes.
 * @returns whether a mail was written.
 */
export async function alertOverdue(room: StaffRoom): Promise<boolean> {
  const now = room.now().toISOString();
  const today = now.slice(0, 10);
  if (await isQueued(room.db, overdueKey(today))) return false;
  const late = and(eq(submissions.status, "pending"), lt(submissions.replyDueAt, now));
  const overdue = await room.db
    .select({
      reference: submissions.reference,
      artistName: submissions.artistName,
      release: submissions.releaseTitle,
      replyDueAt: submissions.replyDueAt,
    })
    .from(submissions)
    .where(late)
    .orderBy(asc(submissions.replyDueAt))
    .limit(LIST_LENGTH);
  if (overdue.length === 0) return false;
  const { brand, staff } = room;
  const total = await room.db.$count(submissions, late);
  return postMail(room, overdueMail(overdue, today, staff, { brand, total }));
}
