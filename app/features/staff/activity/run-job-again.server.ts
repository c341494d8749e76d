import { type AuditEntryDeps, auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { type SentAgain, sendMailAgain } from "~/domain/mail/send-mail-again.server";
import { findJob, retryJob } from "~/jobs/job-history.server";
import { jobLabel } from "~/jobs/job-label";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";

export type RerunRefusal = Exclude<SentAgain, "again"> | "not-failed";

/**
 * Runs a job again and records it in the audit log in the same batch. An unconfirmed mail is sent again
 * only with `mayArriveTwice`, a held one only with `release`.
 * @param jobId any text.
 * @returns undefined where this call did it.
 */
export async function runJobAgain(
  context: AuditEntryDeps & Pick<AppContext, "sendJobs" | "log">,
  jobId: string,
  {
    by: actor,
    mayArriveTwice = false,
    release = false,
  }: { by: Staff; mayArriveTwice?: boolean; release?: boolean },
): Promise<RerunRefusal | undefined> {
  const { db, clock, log, sendJobs } = context;
  const now = clock();
  const job = /^[\w-]{1,64}$/.test(jobId) ? await findJob(db, jobId) : undefined;
  if (!job) return "not-failed";
  const submissionId = job.submissionId ?? undefined;
  if (job.type === "send-mail") {
    const duplicateDetail = mayArriveTwice ? { detail: "It may arrive twice." } : {};
    const action = release ? "mail-let-go" : "mail-sent-again";
    const auditEntry = { action, subject: job.subject, ...duplicateDetail } as const;
    const auditStatement = auditEntryOf(context, actor, auditEntry);
    const outcome = await sendMailAgain(db, job.id, {
      allowDuplicate: mayArriveTwice,
      release,
      by: actor,
      now,
      extraStatement: auditStatement,
    });
    if (outcome !== "again") return outcome;
    await sendJobs([job.id], { submissionId });
  } else {
    const detail = [jobLabel(job.type).name, submissionId].filter(Boolean).join(" of ");
    const auditStatement = auditEntryOf(context, actor, {
      action: "job-run-again",
      subject: job.id,
      detail,
    });
    if (!(await retryJob(db, sendJobs, job.id, { by: actor, now, extraStatement: auditStatement })))
      return "not-failed";
  }
  log("info", "job.run-again", { jobId: job.id, jobType: job.type, submissionId });
  return undefined;
}
