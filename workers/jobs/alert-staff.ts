import { and, asc, eq, isNull, lt, type SQL } from "drizzle-orm";
import { listOverdueEntries } from "~/domain/access/waiting-list.server";
import { isQueued, type MailBatchStatements } from "~/domain/mail/outbox.server";
import {
  type OverdueReply,
  overdueKey,
  overdueMail,
  type StaffAlert,
  staffAlertMail,
} from "~/domain/mail/staff-alerts";
import { submissions } from "~/domain/submission/submission-tables.server";
import { jobLabel } from "~/jobs/job-label";
import { errorReason } from "~/observability/log";
import { INITIAL_STATUS } from "~/reference/statuses";
import { isUnexplained, jobFailedKey } from "./called-by-jobs";
import type { JobContext } from "./job-kind";
import { enqueueMail, type MailDeps } from "./mail-deps";

/** Mail dependencies, and the address that mails to the team go to. */
export interface StaffDeps extends MailDeps {
  staff: string;
}

const MAX_LISTED_REPLIES = 100;

/**
 * Mails the team, once per key of the alert.
 * @param extraStatements are run in the same batch.
 * @param when a condition, decided in that batch.
 * @returns whether a mail was written.
 */
export function alertStaff(
  deps: StaffDeps,
  alert: StaffAlert,
  extraStatements?: MailBatchStatements,
  when?: SQL,
): Promise<boolean> {
  return enqueueMail(deps, staffAlertMail(alert, deps.staff, deps.brand), extraStatements, when);
}

/**
 * Mails staff that a job has failed for good, unless an open incident explains it. Never throws.
 * @param error as on the job's row.
 */
export async function reportFailure(deps: StaffDeps, job: JobContext, error: string) {
  try {
    const alert = {
      // A job that staff ran again may fail again.
      key: jobFailedKey(job.id, deps.now().toISOString()),
      subject: `A job has failed: ${jobLabel(job.type).name}`,
      sentences: [
        "We have stopped trying: it failed too often, or it can't work like this. We haven't told the artist.",
        "Correct what the reason says, then run the job again.",
      ],
      facts: [
        ["Reason", error] as const,
        ["Job", job.id] as const,
        ["Submission", job.submissionId ?? "none"] as const,
        ...(job.submissionId ? [] : [["About", job.subject] as const]),
      ],
      submissionId: job.submissionId ?? undefined,
      url: `${deps.rules.site}/staff/activity/jobs`,
    };
    await alertStaff(deps, alert, undefined, isUnexplained(job.type));
  } catch (failure) {
    // The job is recorded as failed already; only the mail about it is missing.
    deps.log("error", "mail.failed", { jobId: job.id, reason: errorReason(failure) });
  }
}

/** The submissions whose reply is late, the earliest due date first, and their total. */
async function lateSubmissions({ db, now }: MailDeps) {
  const late = and(
    eq(submissions.status, INITIAL_STATUS),
    isNull(submissions.changesAskedAt),
    lt(submissions.replyDueAt, now().toISOString()),
  );
  const first: OverdueReply[] = await db
    .select({
      reference: submissions.reference,
      artistName: submissions.artistName,
      release: submissions.releaseTitle,
      replyDueAt: submissions.replyDueAt,
    })
    .from(submissions)
    .where(late)
    .orderBy(asc(submissions.replyDueAt))
    .limit(MAX_LISTED_REPLIES);
  return { first, total: await db.$count(submissions, late) };
}

/**
 * Mails the team once a day (UTC) which artists wait for a reply past its due date: those whose
 * submission, or entry of the waiting list, is still pending.
 * @returns whether a mail was written.
 */
export async function alertOverdue(deps: StaffDeps): Promise<boolean> {
  const today = deps.now().toISOString().slice(0, 10);
  if (await isQueued(deps.db, overdueKey(today))) return false;
  const lateSubmissionPage = await lateSubmissions(deps);
  const lateEntryPage = await listOverdueEntries(deps.db, deps.now(), MAX_LISTED_REPLIES);
  const entries = lateEntryPage.first.map((entry) => ({ ...entry, release: "waiting list" }));
  const replies = [...lateSubmissionPage.first, ...entries]
    .toSorted((a, b) => (a.replyDueAt < b.replyDueAt ? -1 : 1))
    .slice(0, MAX_LISTED_REPLIES);
  if (replies.length === 0) return false;
  const { brand, staff } = deps;
  const total = lateSubmissionPage.total + lateEntryPage.total;
  return enqueueMail(deps, overdueMail(replies, today, staff, { brand, total }));
}
