import { confirmationMail } from "~/mail/confirmation";
import type { Brand } from "~/mail/mail";
import { queueMail } from "~/mail/outbox.server";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { findSubmission } from "~/submission/submission-store.server";
import type { JobHandler } from "./run-job";

interface Dependencies {
  db: Database;
  brand: Brand;
  /** Hands the job that sends the mail to the queue; the sweep does where this fails. */
  sendJobs: (jobIds: string[]) => Promise<void>;
  log: Log;
  now: Clock;
}

/** Writes the artist's confirmation into the outbox, once. */
export function confirmByMail({ db, brand, sendJobs, log, now }: Dependencies): JobHandler {
  return {
    async run({ submissionId }) {
      const submission = submissionId ? await findSubmission(db, submissionId) : undefined;
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const written = await queueMail(db, confirmationMail(submission, brand), now());
      if (!written) return { kind: "done", reason: "known" };
      log("info", "mail.queued", { submissionId: submission.id, mailId: written.mailId });
      await sendJobs([written.jobId]);
      return { kind: "done" };
    },
  };
}
