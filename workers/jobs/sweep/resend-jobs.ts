import { jobMessage } from "~/jobs/message";
import { STALLED_AT_ONCE, takeStalledJobs } from "~/jobs/stalled-jobs.server";
import type { SweepDeps } from "./sweep-deps";

/** One sweep sends no more than this times a hundred; the next goes on. */
const MOST_ROUNDS = 50;

/**
 * Sends the messages of jobs again that wait without one (a send that failed, a queue that was
 * lost) or whose worker has gone.
 * @returns how many were sent.
 */
export async function resendJobs(
  { db, queue, now }: Pick<SweepDeps, "db" | "queue" | "now">,
  minAgeSeconds: number,
): Promise<number> {
  // One moment for all: what was sent again is dated with it, and is not taken twice.
  const at = now();
  let sent = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const stalled = await takeStalledJobs(db, at, minAgeSeconds);
    if (stalled.length > 0)
      await queue.sendBatch(
        stalled.map(({ id, afterSeconds }) => ({
          body: jobMessage(id),
          delaySeconds: afterSeconds,
        })),
      );
    sent += stalled.length;
    if (stalled.length < STALLED_AT_ONCE) break;
  }
  return sent;
}
