import { eq } from "drizzle-orm";
import { claimJob, LEASE_SECONDS, renewLease, settleJob, tell } from "~/jobs/job-claims.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import type { JobRows } from "./run-job";

/** The jobs table of the system of record. */
export function jobRows(db: Database, now: Clock): JobRows {
  return {
    async claim(id) {
      const token = randomIds.secret();
      let renewed = now().getTime();
      const claimed = await claimJob(db, id, token, new Date(renewed));
      if (!claimed) return undefined;
      const { job, takenOver } = claimed;
      return {
        ...job,
        takenOver,
        async renew() {
          // Half a lease is left to a worker that is slow to come by again.
          const at = now();
          if (at.getTime() - renewed < (LEASE_SECONDS * 1000) / 2) return true;
          const isOurs = await renewLease(db, id, token, at);
          if (isOurs) renewed = at.getTime();
          return isOurs;
        },
        settle: (settled, story) =>
          settleJob(db, { id, token, submissionId: job.submissionId }, settled, story, now()),
      };
    },
    async find(id) {
      const [job] = await db.select().from(jobs).where(eq(jobs.id, id));
      return job;
    },
    tell: async (id, story) => void (await db.batch([...tell(db, id, story)])),
  };
}
