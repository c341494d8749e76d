import { and, inArray, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { interleaveByOwner } from "./fair-order";
import { messageDelay } from "./job-message";
import { ownerOfJob } from "./job-store.server";
import { jobs } from "./job-tables.server";

export const STALLED_BATCH_SIZE = 100;

const sortKey = ({ createdAt, id }: { createdAt: string; id: string }) => `${createdAt} ${id}`;

/**
 * Jobs without a message or worker, at most 100: the oldest of each artist, then the next of each.
 * Updates them, so that the next call returns others.
 * @param minAgeSeconds how long they must have been idle since they were due. With 0, after a
 * restart, no message or worker exists: jobs that are not due yet or still claimed are included,
 * with their delay.
 */
export async function takeStalledJobs(db: Database, now: Date, minAgeSeconds: number) {
  const timestamp = now.toISOString();
  const before = new Date(now.getTime() - minAgeSeconds * 1000).toISOString();
  const dueTime = sql`max(${jobs.updatedAt}, coalesce(${jobs.dueAt}, ''))`;
  const isWaiting = sql`${jobs.state} = 'waiting' AND ${dueTime} < ${before}`;
  const isAbandoned = sql`${jobs.state} = 'running' AND ${jobs.leaseUntil} < ${timestamp} AND ${jobs.updatedAt} < ${before}`;
  const isLost = sql`${jobs.state} IN ('waiting', 'running') AND ${jobs.updatedAt} < ${timestamp}`;
  const isStalled = minAgeSeconds > 0 ? or(and(isWaiting), and(isAbandoned)) : isLost;
  const rows = await db
    .update(jobs)
    .set({ updatedAt: timestamp })
    .where(
      inArray(
        jobs.id,
        sql`(SELECT ${jobs.id} FROM ${jobs} WHERE ${isStalled}
          ORDER BY row_number() OVER (PARTITION BY ${ownerOfJob} ORDER BY ${jobs.createdAt}, ${jobs.id}),
            ${jobs.createdAt} LIMIT ${STALLED_BATCH_SIZE})`,
      ),
    )
    .returning({
      id: jobs.id,
      owner: ownerOfJob,
      createdAt: jobs.createdAt,
      dueAt: jobs.dueAt,
      leaseUntil: jobs.leaseUntil,
    });
  // RETURNING has no order.
  const byAge = rows.sort((first, second) => (sortKey(first) < sortKey(second) ? -1 : 1));
  const stalledJobs = byAge.map(({ id, owner, dueAt, leaseUntil }) => {
    const availableAt = Math.max(
      Date.parse(dueAt ?? timestamp),
      Date.parse(leaseUntil ?? timestamp),
    );
    const seconds = Math.ceil((availableAt - now.getTime()) / 1000);
    const afterSeconds = messageDelay(Math.max(0, seconds));
    return { id, afterSeconds, owner };
  });
  return interleaveByOwner(stalledJobs, (job) => job.owner);
}
