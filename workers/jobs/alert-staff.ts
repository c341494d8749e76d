import { and, asc, eq, lt } from "drizzle-orm";
import { isQueued } from "~/mail/outbox.server";
import { overdueKey, overdueMail, type StaffAlert, staffAlertMail } from "~/mail/staff-alerts";
import { submissions } from "~/submission/tables.server";
import { type MailDeps, postMail } from "./mail-deps";

/** The mail room, and where mails to the team go. */
export interface StaffDeps extends MailDeps {
  staff: string;
}

/** Most replies that one mail names. */
const LIST_LENGTH = 100;

/** Tells the team, once per occasion. @returns whether it was news. */
export function alertStaff(deps: StaffDeps, alert: StaffAlert): Promise<boolean> {
  return postMail(deps, staffAlertMail(alert, deps.staff, deps.brand));
}

/**
 * Tells the team once a day (UTC) of the artists who wait for a reply past its due date: those whose
 * submission is still pending. The sweep may call it as often as it likes.
 * @returns whether a mail was written.
 */
export async function alertOverdue(deps: StaffDeps): Promise<boolean> {
  const now = deps.now().toISOString();
  const today = now.slice(0, 10);
  if (await isQueued(deps.db, overdueKey(today))) return false;
  const late = and(eq(submissions.status, "pending"), lt(submissions.replyDueAt, now));
  const overdue = await deps.db
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
  const { brand, staff } = deps;
  const total = await deps.db.$count(submissions, late);
  return postMail(deps, overdueMail(overdue, today, staff, { brand, total }));
}
