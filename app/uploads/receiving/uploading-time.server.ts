import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { coveredMs } from "./covered-time";
import { uploads } from "./tables.server";

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
