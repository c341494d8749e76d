import { cleanUpFormSessions } from "~/bot/form-sessions.server";
import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { stalledJobs } from "~/platform/jobs/job-store.server";
import { type JobMessage, jobMessage } from "~/platform/jobs/message";
import { expireUploads } from "~/uploads/receiving/expire-uploads.server";
import type { UploadRooms } from "~/uploads/receiving/upload-rooms.server";

interface Dependencies {
  db: Database;
  uploads: UploadRooms;
  queue: Pick<Queue<JobMessage>, "sendBatch">;
  log: Log;
  now: Clock;
}

/**
 * Sends the messages of jobs again that wait without a message (a send that failed, a queue that
 * was lost) or whose worker has gone. Ends the uploads that nobody has gone on with, and forgets the
 * form sessions that have grown old.
 * @param minAgeSeconds how long a job must have waited; 0 at start, when no message can be under way.
 * @returns how many messages were sent.
 */
export async function sweep(
  { db, uploads, queue, log, now }: Dependencies,
  minAgeSeconds = 60,
): Promise<number> {
  const at = now();
  const before = new Date(at.getTime() - minAgeSeconds * 1000);
  const ids = await stalledJobs(db, before, at);
  if (ids.length > 0) await queue.sendBatch(ids.map((id) => ({ body: jobMessage(id) })));
  log("info", "sweep.done", { count: ids.length });
  // Last: nobody's music waits for it.
  await expireUploads(uploads, log, now);
  await cleanUpFormSessions(db, at);
  return ids.length;
}
