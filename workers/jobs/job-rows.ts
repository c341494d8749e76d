import { eq } from "drizzle-orm";
import {
  claimJob,
  finishAttempt,
  LEASE_SECONDS,
  recordAttemptStatements,
  renewLease,
} from "~/jobs/job-claims.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import type { JobRows } from "./run-job";

/** The rows of the jobs table, with leases. */
export function jobRows(db: Database, now: Clock): JobRows {
  return {
    async claim(id) {
      const token = randomIds.secret();
      let renewedAt = now().getTime();
      const claim = await claimJob(db, id, token, new Date(renewedAt));
      if (!claim) return undefined;
      const { job, takenOver } = claim;
      return {
        ...job,
        takenOver,
        async renew() {
          // Renewed at half its time, so that the other half is left for a slow worker.
          const renewalTime = now();
          if (renewalTime.getTime() - renewedAt < (LEASE_SECONDS * 1000) / 2) return true;
          const isRenewed = await renewLease(db, id, token, renewalTime);
          if (isRenewed) renewedAt = renewalTime.getTime();
          return isRenewed;
        },
        finish: (outcome, attempt) =>
          finishAttempt(db, { id, token, submissionId: job.submissionId }, outcome, attempt, now()),
      };
    },
    async find(id) {
      const [job] = await db.select().from(jobs).where(eq(jobs.id, id));
      return job;
    },
    recordAttempt: async (id, attempt) =>
      void (await db.batch([...recordAttemptStatements(db, id, attempt)])),
  };
}
