import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { type Database, textListSql } from "~/platform/database.server";
import { slots, uploads } from "./upload-tables.server";

/** The condition that these files are the stored ones of their slots. */
export function areFilesInSlotsSql(draftId: string, ids: readonly string[]): SQL {
  return sql`(SELECT count(*) FROM slots JOIN uploads ON uploads.id = slots.upload_id
    WHERE slots.draft_id = ${draftId} AND uploads.draft_id = slots.draft_id
    AND uploads.state = 'complete' AND uploads.id IN ${textListSql(ids)}) = ${ids.length}`;
}

/** The condition that no last choice of these slots has its file on the way. */
export function areChoicesStoredSql(draftId: string, slots: readonly string[]): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM slots JOIN uploads AS chosen ON chosen.draft_id = slots.draft_id
    AND chosen.slot = slots.slot AND chosen.choice = slots.choice
    WHERE slots.draft_id = ${draftId} AND slots.slot IN ${textListSql(slots)}
    AND chosen.state = 'open' AND NOT EXISTS (SELECT 1 FROM uploads AS stored WHERE stored.id = slots.upload_id
      AND stored.choice = slots.choice AND stored.state = 'complete'))`;
}

/** Removes the slots of a draft in the batch that records its submission, which names its files. */
export function deleteSlotsStatement(db: Database, submission: { id: string; draftId: string }) {
  const { id, draftId } = submission;
  const isRecorded = sql`EXISTS (SELECT 1 FROM submissions WHERE submissions.id = ${id})`;
  return db.delete(slots).where(and(eq(slots.draftId, draftId), isRecorded));
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
export async function markOldUnusedUploads(db: Database, now: Date, limit: number) {
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
