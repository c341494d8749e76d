import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { uploads } from "./upload-tables.server";

interface Interval {
  from: number;
  to: number;
}

/** Milliseconds covered by at least one interval. */
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
 * Milliseconds during which files of a draft were uploading; parallel files count once. Only
 * finished files count: an open one may be abandoned, and a removed one has left no record.
 */
export async function uploadingMs(db: Database, draftId: string): Promise<number> {
  const rows = await db
    .select({ from: uploads.createdAt, to: uploads.updatedAt })
    .from(uploads)
    .where(and(eq(uploads.draftId, draftId), inArray(uploads.state, ["complete", "rejected"])));
  return coveredMs(rows.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })));
}
