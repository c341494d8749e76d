import { and, eq, getTableColumns, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { strayObjects } from "~/domain/uploads/receiving/upload-tables.server";
import type { Clock } from "~/platform/clock";
import { type Database, textListSql } from "~/platform/database.server";
import { drafts, submissions } from "../../submission-tables.server";
import { type ArchiveStore, archiveKey } from "./archive-store";
import { type ArchivedSubmission, archivedSchema } from "./archived-submission";
import { type ArchivedTable, archivedTableNames, archivedTables } from "./archived-tables.server";

interface RestoreDeps {
  db: Database;
  archive: ArchiveStore;
  clock: Clock;
}

/** What was known of a file that was removed meanwhile does not come back. */
const hasUpload = sql`EXISTS (SELECT 1 FROM uploads
  WHERE uploads.id = value ->> '$.upload_id' AND uploads.state = 'complete')`;
const wantedRows: Readonly<Record<ArchivedTable, SQL>> = {
  jobs: sql`TRUE`,
  job_events: sql`TRUE`,
  track_findings: hasUpload,
  upload_parts: hasUpload,
  upload_pieces: hasUpload,
};

/** Reads the file of an archived submission. @throws Error where it is missing or cannot be read. */
async function readArchived(archive: ArchiveStore, key: string): Promise<ArchivedSubmission> {
  const text = await archive.read(key);
  if (text === undefined) throw new Error(`The archive has no ${key}.`);
  return v.parse(archivedSchema, JSON.parse(text));
}

/** The statement that puts rows back. Rows that are there already stay. */
function insertStatement(
  db: Database,
  table: ArchivedTable,
  { rows, condition }: { rows: object; condition: SQL },
) {
  const values = Object.values(getTableColumns(archivedTables[table])).map(
    // A column that the archived rows do not have yet gets its default.
    ({ name, default: otherwise = null }) => sql`coalesce(value ->> ${`$.${name}`}, ${otherwise})`,
  );
  return db
    .insert(archivedTables[table])
    .select(
      sql`SELECT ${sql.join(values, sql`, `)} FROM json_each(${JSON.stringify(rows)})
        WHERE ${condition} AND ${wantedRows[table]}`,
    )
    .onConflictDoNothing();
}

/**
 * Brings an archived submission back, as somebody wants to read or change it. Others are left as they
 * are. It goes to the archive again once nobody has opened it for as long as the setting says.
 * @throws Error where the archive does not have it.
 */
async function restoreSubmission(deps: RestoreDeps, id: string): Promise<void> {
  const { db, archive, clock } = deps;
  const [row] = await db
    .select({ archivedAt: submissions.archivedAt, draftId: submissions.draftId })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!row || row.archivedAt === null) return;
  const { archivedAt, draftId } = row;
  const key = archiveKey(id, archivedAt);
  const archived = await readArchived(archive, key);
  const restoredAt = clock().toISOString();
  const isRestored = sql`EXISTS (SELECT 1 FROM submissions WHERE submissions.id = ${id}
    AND submissions.archived_at IS NULL AND submissions.restored_at = ${restoredAt})`;
  await db.batch([
    db
      .update(submissions)
      .set({ formData: JSON.stringify(archived.form), archivedAt: null, restoredAt })
      .where(and(eq(submissions.id, id), eq(submissions.archivedAt, archivedAt))),
    db
      .update(drafts)
      .set(archived.draft)
      .where(and(eq(drafts.id, draftId), eq(drafts.answers, "{}"), isRestored)),
    // The sweep removes the file.
    db
      .insert(strayObjects)
      .select(
        sql`SELECT ${key}, 'own', ${draftId}, ${restoredAt}, ${restoredAt} WHERE ${isRestored}`,
      )
      .onConflictDoNothing(),
    ...archivedTableNames.map((table) =>
      insertStatement(db, table, { rows: archived.rows[table], condition: isRestored }),
    ),
  ]);
}

/** Brings the submission with this id, or board item, back where it is archived. */
export async function restoreArchived(deps: RestoreDeps, idOrItem: string): Promise<void> {
  const { id, boardItemId, archivedAt } = submissions;
  const rows = await deps.db
    .select({ id })
    .from(submissions)
    .where(and(or(eq(id, idOrItem), eq(boardItemId, idOrItem)), isNotNull(archivedAt)));
  for (const row of rows) await restoreSubmission(deps, row.id);
}

/** Brings all of these back that are archived. */
export async function restoreAllArchived(deps: RestoreDeps, ids: readonly string[]): Promise<void> {
  const archivedRows = await deps.db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(inArray(submissions.id, textListSql(ids)), isNotNull(submissions.archivedAt)));
  for (const { id } of archivedRows) await restoreSubmission(deps, id);
}
