import { type Brand, confirmationMail } from "~/mail/confirmation";
import { queueMail } from "~/mail/outbox.server";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { findSubmission } from "~/submission/submission-store.server";
import type { JobHandler } from "./run-job";

interface Dependencies {
  db: Database;
  brand: Brand;
  log: Log;
  now: Clock;
}

/** Writes the artist's confirmation into the outbox, once. */
export function confirmByMail({ db, brand, log, now }: Dependencies): JobHandler {
  return {
    async run({ submissionId }) {
      const submission = submissionId ? await findSubmission(db, submissionId) : undefined;
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const written = await queueMail(db, confirmationMail(submission, brand), now());
      if (written) log("info", "mail.queued", { submissionId: submission.id });
      return { kind: "done", reason: written ? undefined : "known" };
    },
  };
}
