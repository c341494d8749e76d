import { and, inArray, or, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { interleaveByOwner } from "./fair-order";
import { messageDelay } from "./job-message";
import { ownerOfJob } from "./job-store.server";
import { jobs } from "./job-tables.server";

/** A job whose message is to be sent again, `afterSeconds` from now. */
interface StalledJob {
  id: string;
  afterSeconds: number;
  /** Whose it is: see {@link ownerOfJob}. */
  owner: string;
}

/** As many as one call to the queue takes. */
export const STALLED_AT_ONCE = 100;

const orderOf = ({ createdAt, id }: { createdAt: string; id: string }) => `${createdAt} ${id}`;

/**
 * Jobs that wait without a message, or whose worker has gone, at most 100: the oldest of each
 * artist first, then the next of each. They are dated anew in the same statement, so that the
 * next call gives the next ones.
 * @param minAgeSeconds how long nothing must have happened to them since they were due. With 0 no
 * message can be under way and no worker alive, as after a restart: then those that are not due
 * yet, or still held, are given too, with the time they have to wait.
 */
export async function takeStalledJobs(
  db: Database,
  now: Date,
  minAgeSeconds: number,
): Promise<StalledJob[]> {
  const at = now.toISOString();
  const before = new Date(now.getTime() - minAgeSeconds * 1000).toISOString();
  const due = sql`max(${jobs.updatedAt}, coalesce(${jobs.dueAt}, ''))`;
  const waits = sql`${jobs.state} = 'waiting' AND ${due} < ${before}`;
  const isAbandoned = sql`${jobs.state} = 'running' AND ${jobs.leaseUntil} < ${at} AND ${jobs.updatedAt} < ${before}`;
  const isLost = sql`${jobs.state} IN ('waiting', 'running') AND ${jobs.updatedAt} < ${at}`;
  const isStalled = minAgeSeconds > 0 ? or(and(waits), and(isAbandoned)) : isLost;
  const rows = await db
    .update(jobs)
    .set({ updatedAt: at })
    .where(
      inArray(
        jobs.id,
        sql`(SELECT ${jobs.id} FROM ${jobs} WHERE ${isStalled}
          ORDER BY row_number() OVER (PARTITION BY ${ownerOfJob} ORDER BY ${jobs.createdAt}, ${jobs.id}),
            ${jobs.createdAt} LIMIT ${STALLED_AT_ONCE})`,
      ),
    )
    .returning({
      id: jobs.id,
      owner: ownerOfJob,
      createdAt: jobs.createdAt,
      dueAt: jobs.dueAt,
      leaseUntil: jobs.leaseUntil,
    });
  // What an update returns is in no order.
  const byAge = rows.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const stalledJobs = byAge.map(({ id, owner, dueAt, leaseUntil }) => {
    const free = Math.max(Date.parse(dueAt ?? at), Date.parse(leaseUntil ?? at));
    const seconds = Math.ceil((free - now.getTime()) / 1000);
    const afterSeconds = messageDelay(Math.max(0, seconds));
    return { id, afterSeconds, owner };
  });
  return interleaveByOwner(stalledJobs, (job) => job.owner);
}
