import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { uploads } from "./upload-tables.server";

/** A stretch of time, in milliseconds since the epoch. */
interface Interval {
  from: number;
  to: number;
}

/** Milliseconds that lie in at least one of the stretches; one that ends before it starts is empty. */
export function coveredMs(intervals: readonly Interval[]): number {
  let totalMs = 0;
  let latestEnd = Number.NEGATIVE_INFINITY;
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    totalMs += Math.max(0, to - Math.max(from, latestEnd));
    latestEnd = Math.max(latestEnd, to);
  }
  return totalMs;
}

/**
 * Milliseconds in which files of a draft were on their way; files that went up side by side count
 * once. Only finished files count, taken or refused: one still open may have been given up long
 * ago, and one that was removed or replaced has left no record.
 */
export async function uploadingMs(db: Database, draftId: string): Promise<number> {
  const rows = await db
    .select({ from: uploads.createdAt, to: uploads.updatedAt })
    .from(uploads)
    .where(and(eq(uploads.draftId, draftId), inArray(uploads.state, ["complete", "rejected"])));
  return coveredMs(rows.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })));
}
