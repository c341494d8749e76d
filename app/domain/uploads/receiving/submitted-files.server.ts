import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { type Database, textListSql } from "~/platform/database.server";
import { uploads } from "./upload-tables.server";

export function allUploadsCompleteSql(draftId: string, ids: readonly string[]): SQL {
  return sql`(SELECT count(*) FROM uploads WHERE uploads.draft_id = ${draftId}
    AND uploads.state = 'complete' AND uploads.id IN ${textListSql(ids)}) = ${ids.length}`;
}

/** The condition that no upload is pending in these slots, also as a replacement. */
export function noPendingUploadsSql(draftId: string, slots: readonly string[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM uploads AS coming WHERE coming.draft_id = ${draftId}
    AND coming.state = 'open' AND coming.slot IN ${textListSql(slots)}
    AND NOT EXISTS (SELECT 1 FROM uploads AS stored
      WHERE stored.draft_id = coming.draft_id AND stored.slot = coming.slot
      AND stored.state = 'complete' AND (stored.id > coming.id OR stored.sha256 = coming.sha256)))`;
}

/**
 * Marks every upload of a draft that its submission does not name, in the batch that records it;
 * does nothing where it was not recorded.
 */
export function markUnusedStatement(
  db: Database,
  submission: { id: string; draftId: string; files: readonly string[]; now: Date },
) {
  const { id, draftId, files, now } = submission;
  const isRecorded = sql`EXISTS (SELECT 1 FROM submissions WHERE submissions.id = ${id})`;
  const isUnnamed = sql`${uploads.id} NOT IN ${textListSql(files)}`;
  return db
    .update(uploads)
    .set({ state: "left", updatedAt: now.toISOString() })
    .where(and(eq(uploads.draftId, draftId), isRecorded, isUnnamed));
}

/**
 * Marks unused uploads of submissions from before they did so themselves, each once.
 * @returns how many submissions were checked.
 */
export async function markOldUnusedUploads(
  db: Database,
  now: Date,
  limit: number,
): Promise<number> {
  // In the words of the index.
  const unseen = await db.all<{ id: string }>(
    sql`SELECT submissions.id FROM submissions WHERE submissions.others_left = 0 LIMIT ${limit}`,
  );
  if (unseen.length === 0) return 0;
  const submissionIds = textListSql(unseen.map(({ id }) => id));
  const isNamed = sql`EXISTS (SELECT 1 FROM json_each(submissions.files)
    WHERE json_extract(json_each.value, '$.uploadId') = uploads.id)`;
  const unnamedIds = sql`SELECT uploads.id FROM submissions
    JOIN uploads ON uploads.draft_id = submissions.draft_id
    WHERE submissions.id IN ${submissionIds} AND NOT ${isNamed}`;
  await db
    .update(uploads)
    .set({ state: "left", updatedAt: now.toISOString() })
    .where(and(ne(uploads.state, "left"), sql`${uploads.id} IN (${unnamedIds})`));
  // Last, so that a crash repeats the check.
  await db.run(
    sql`UPDATE submissions SET others_left = 1 WHERE submissions.id IN ${submissionIds}`,
  );
  return unseen.length;
}
