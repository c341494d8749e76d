import { and, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { strayObjects } from "~/domain/uploads/receiving/upload-tables.server";
import { addDays } from "~/platform/clock";
import { type Database, isOneOfSql } from "~/platform/database.server";
import { fixableStatuses } from "~/reference/statuses";
import { drafts, submissions } from "../../submission-tables.server";
import { type ArchiveStore, archiveKey } from "./archive-store";
import { type ArchivedSubmission, archivedSchema } from "./archived-submission";
import { type ArchivedTable, archivedTableNames, archivedTables } from "./archived-tables.server";

/** The key of an archived submission's file, see {@link archiveKey}. */
export const archiveKeySql: SQL = sql`'archive/' || ${submissions.id} || '/' || ${submissions.archivedAt} || '.json'`;

/** Longer than an invocation lasts. */
const LEFTOVER_MS = 2 * 3_600_000;

/** In characters: longer than titles and names, which lists and searches show. */
const MAX_TEXT = 200;

/**
 * The same JSON with long texts cut. What is left of an archived form still has every field, so that
 * lists, searches and links read it as any other.
 */
export function shortenTexts(value: unknown): unknown {
  if (typeof value === "string")
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT - 1)}…` : value;
  if (Array.isArray(value)) return value.map(shortenTexts);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortenTexts(each)]));
}

const formSchema = v.record(v.string(), v.unknown());

/**
 * Whether a submission is closed: rejected, nothing is to be fixed or done any more, and a later
 * one of the same artist prefills the next. Decided again when it is archived.
 */
const isClosed: SQL = sql`${isOneOfSql(submissions.status, fixableStatuses)} AND ${submissions.archivedAt} IS NULL
  AND ${submissions.changesAskedAt} IS NULL AND ${submissions.publishedAt} IS NULL
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.submission_id = ${submissions.id} AND jobs.state <> 'done')
  AND (${submissions.artistId} IS NULL OR EXISTS (SELECT 1 FROM submissions AS later
    WHERE later.artist_id = ${submissions.artistId} AND later.id > ${submissions.id}))
  AND (${submissions.linkId} IS NULL OR EXISTS (SELECT 1 FROM submissions AS later
    WHERE later.link_id = ${submissions.linkId} AND later.id > ${submissions.id}))`;

/** Closed submissions that were not touched for some days, the oldest first. */
export async function findArchivable(
  db: Database,
  { now, afterDays, limit }: { now: Date; afterDays: number; limit: number },
): Promise<string[]> {
  const before = addDays(now, -afterDays).toISOString();
  const lastTouched = sql`coalesce(${submissions.restoredAt}, ${submissions.updatedAt})`;
  // By this index, else all rejected ones are read, archived or not.
  const rows = await db.all<{ id: string }>(
    sql`SELECT ${submissions.id} FROM ${submissions} INDEXED BY submissions_to_archive
      WHERE ${lastTouched} < ${before} AND ${isClosed} ORDER BY ${lastTouched} LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}

const uploadsOf = (draftId: string) => sql`(SELECT uploads.id FROM uploads
  WHERE uploads.draft_id = ${draftId} AND uploads.state = 'complete')`;
const jobsOf = (id: string) => sql`(SELECT jobs.id FROM jobs WHERE jobs.submission_id = ${id})`;

const conditions = (id: string, draftId: string): Readonly<Record<ArchivedTable, SQL>> => ({
  jobs: sql`submission_id = ${id}`,
  job_events: sql`job_id IN ${jobsOf(id)}`,
  track_findings: sql`upload_id IN ${uploadsOf(draftId)}`,
  upload_parts: sql`upload_id IN ${uploadsOf(draftId)}`,
  upload_pieces: sql`upload_id IN ${uploadsOf(draftId)}`,
});

interface ArchiveDeps {
  db: Database;
  archive: ArchiveStore;
  now: Date;
}

/**
 * Moves the details of a closed submission to the archive. What lists and searches show stays.
 * @returns false where it is not closed any more; then nothing has changed.
 */
export async function archiveSubmission({ db, archive, now }: ArchiveDeps, id: string) {
  const [row] = await db
    .select({
      formData: submissions.formData,
      draftId: submissions.draftId,
      updatedAt: submissions.updatedAt,
    })
    .from(submissions)
    .where(and(eq(submissions.id, id), isClosed));
  if (!row) return false;
  const { formData, draftId, updatedAt } = row;
  const where = conditions(id, draftId);
  const rowsOf = (table: ArchivedTable) =>
    db.all(sql`SELECT * FROM ${archivedTables[table]} WHERE ${where[table]}`);
  const [draft] = await db
    .select({ answers: drafts.answers, prefill: drafts.prefill })
    .from(drafts)
    .where(eq(drafts.id, draftId));
  const archivedAt = now.toISOString();
  const archived: ArchivedSubmission = v.parse(archivedSchema, {
    format: 1,
    id,
    archivedAt,
    form: v.parse(formSchema, JSON.parse(formData)),
    draft: draft ?? { answers: "{}", prefill: null },
    rows: Object.fromEntries(
      await Promise.all(archivedTableNames.map(async (table) => [table, await rowsOf(table)])),
    ),
  });
  const key = archiveKey(id, archivedAt);
  // Removes the file, should it be left over by a crash or because the submission was changed.
  const dueAt = new Date(now.getTime() + LEFTOVER_MS).toISOString();
  const leftover = { key, carrier: "own", draftId, dueAt, createdAt: archivedAt };
  await db.insert(strayObjects).values(leftover).onConflictDoNothing();
  if (!(await archive.write(key, JSON.stringify(archived)))) return false;
  const isArchivedNow = sql`EXISTS (SELECT 1 FROM submissions WHERE submissions.id = ${id}
    AND submissions.archived_at = ${archivedAt})`;
  const [changed] = await db.batch([
    db
      .update(submissions)
      .set({ formData: JSON.stringify(shortenTexts(archived.form)), archivedAt })
      .where(
        and(
          ...[eq(submissions.id, id), isClosed],
          ...[eq(submissions.updatedAt, updatedAt), eq(submissions.formData, formData)],
          sql`EXISTS (SELECT 1 FROM stray_objects WHERE stray_objects.key = ${key})`,
        ),
      )
      .returning({ id: submissions.id }),
    db
      .update(drafts)
      .set({ answers: "{}", prefill: null })
      .where(and(eq(drafts.id, draftId), isArchivedNow)),
    db.delete(strayObjects).where(and(eq(strayObjects.key, key), isArchivedNow)),
    // Events first, as they are found by their jobs.
    ...archivedTableNames
      .toReversed()
      .map((table) => db.delete(archivedTables[table]).where(and(where[table], isArchivedNow))),
  ]);
  return changed.length > 0;
}
