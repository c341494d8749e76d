import { sql } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { insertJob } from "~/platform/jobs/job-store.server";
import type { JobType } from "~/platform/jobs/message";
import { jobs } from "~/platform/jobs/tables.server";
import type { JobHandler, WorkResult } from "./job-handler";

interface Rooms {
  db: Database;
  ids: Ids;
  now: Clock;
  sendJobs: (jobIds: string[]) => Promise<void>;
}

/** What a result calls for: types of jobs, for the same submission. */
export type CallsFor = (result: WorkResult, submissionId: string) => Promise<readonly JobType[]>;

/**
 * A job whose result may call for other jobs of its submission. They are recorded before the result
 * is: a worker that goes away in between does the work again, and so those, which then find nothing
 * left to do.
 */
export function followedUp(handler: JobHandler, callsFor: CallsFor, rooms: Rooms): JobHandler {
  const { db, ids, now, sendJobs } = rooms;
  return {
    async run(topic) {
      const result = await handler.run(topic);
      const { jobId, submissionId } = topic;
      if (!submissionId) return result;
      const requestId = sql`(SELECT ${jobs.requestId} FROM ${jobs} WHERE ${jobs.id} = ${jobId})`;
      const recorded: string[] = [];
      for (const type of await callsFor(result, submissionId)) {
        const at = now();
        const id = ids.next(at);
        await insertJob(db, { id, type, submissionId, subject: id, requestId, at });
        recorded.push(id);
      }
      if (recorded.length > 0) await sendJobs(recorded);
      return result;
    },
  };
}
