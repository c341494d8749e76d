import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import { findJob, runAgain } from "~/jobs/job-history.server";
import { type SentAgain, sendMailAgain } from "~/mail/send-again.server";
import type { Staff } from "~/platform/principal";
import { writeDown } from "~/staff/audit.server";

/** What came of staff's wish to have a job run again: as for mails, and jobs that have not failed. */
export type RanAgain = SentAgain | "not-failed";

/**
 * Lets a job run again because staff said so, and writes it down in the same batch. A mail is sent
 * again also where it waits for a mail server that there is by now.
 * @param jobId any text; undefined where it cannot be an id.
 * @param mayArriveTwice staff have asked the recipient: an unconfirmed mail, too, is sent.
 */
export async function runJobAgain(
  portal: Pick<Portal, "db" | "sendJobs" | "clock" | "ids" | "log">,
  jobId: string | undefined,
  wish: { by: Staff; mayArriveTwice: boolean; requestId: string | undefined },
): Promise<RanAgain> {
  const { db, sendJobs, ids, log } = portal;
  const { by, mayArriveTwice, requestId } = wish;
  const now = portal.clock();
  const job = jobId === undefined ? undefined : await findJob(db, jobId);
  if (!job) return "not-failed";
  const { id, type: jobType } = job;
  const submissionId = job.submissionId ?? undefined;
  const subject = submissionId ?? id;
  const deed = { id: ids.next(now), at: now, by, action: "job-run-again", subject } as const;
  const written = { ...deed, detail: `${jobType} ${id}`, requestId };
  const alongside = (when: Parameters<typeof writeDown>[2]) => writeDown(db, written, when);
  if (jobType === "send-mail") {
    const outcome = await sendMailAgain(db, id, { mayArriveTwice, by, now, alongside });
    if (outcome !== "again") return outcome;
    await sendJobs([id], { submissionId });
  } else if (!(await runAgain(db, sendJobs, id, { by, now, alongside }))) return "not-failed";
  log("info", "job.run-again", { jobId: id, jobType, submissionId });
  return "again";
}
