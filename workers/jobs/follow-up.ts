import { sql } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { insertJob } from "~/platform/jobs/job-store.server";
import type { JobType } from "~/platform/jobs/message";
import { jobs } from "~/platform/jobs/tables.server";
import type { JobHandler, WorkResult } from "./job-handler";

/** Where further jobs are recorded, and how the queue hears of them. */
export interface CallRooms {
  db: Database;
  ids: Ids;
  now: Clock;
  sendJobs: (jobIds: string[]) => Promise<void>;
}

/** What a result calls for: types of jobs, for the same submission. */
export type CallsFor = (result: WorkResult, submissionId: string) => Promise<readonly JobType[]>;

/** Records jobs that another one of the same submission calls for, and sends them. */
export async function callFor(
  { db, ids, now, sendJobs }: CallRooms,
  { jobId, submissionId }: { jobId: string; submissionId: string },
  types: readonly JobType[],
): Promise<void> {
  const requestId = sql`(SELECT ${jobs.requestId} FROM ${jobs} WHERE ${jobs.id} = ${jobId})`;
  const recorded: string[] = [];
  for (const type of types) {
    const at = now();
    const id = ids.next(at);
    await insertJob(db, { id, type, submissionId, subject: id, requestId, at });
    recorded.push(id);
  }
  if (recorded.length > 0) await sendJobs(recorded);
}

/**
 * A job whose result may call for other jobs of its submission. They are recorded before the result
 * is: a worker that goes away in between does the work again, and so those, which then find nothing
 * left to do.
 */
export function followedUp(handler: JobHandler, callsFor: CallsFor, rooms: CallRooms): JobHandler {
  return {
    async run(topic) {
      const result = await handler.run(topic);
      const { jobId, submissionId } = topic;
      if (submissionId)
        await callFor(rooms, { jobId, submissionId }, await callsFor(result, submissionId));
      return result;
    },
  };
}
