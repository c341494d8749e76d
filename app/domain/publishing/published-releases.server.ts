import { and, desc, eq, exists, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import {
  parseSubmissionRow,
  type Submission,
} from "~/domain/submission/record/submission-store.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { Database, ExtraStatement } from "~/platform/database.server";
import { statusesWith, statusFacts } from "~/reference/statuses";

const publishableStatuses = statusesWith(({ mayHavePage }) => mayHavePage);

export const canBePublished = (status: string) => statusFacts(status)?.mayHavePage === true;

const isPublishable = inArray(submissions.status, publishableStatuses);
/** Published, and not withdrawn by a later decision. */
const isPublic = and(isNotNull(submissions.publishedAt), isPublishable);

/** Adds an audit entry in the same batch. @returns whether the condition held. */
async function updateSubmission(
  db: Database,
  condition: SQL | undefined,
  values: Partial<typeof submissions.$inferInsert>,
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const submissionQuery = db.select({ id: submissions.id }).from(submissions).where(condition);
  const [, rows] = await db.batch([
    extraStatement(exists(submissionQuery)),
    db.update(submissions).set(values).where(condition).returning({ id: submissions.id }),
  ]);
  return rows.length > 0;
}

/** Publishes or hides a release. @returns whether this call did it. */
export function setPublished(
  db: Database,
  id: string,
  { isPublished, now }: { isPublished: boolean; now: Date },
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const { publishedAt } = submissions;
  const isHidden = and(isNull(publishedAt), isPublishable);
  const condition = and(eq(submissions.id, id), isPublished ? isHidden : isNotNull(publishedAt));
  return updateSubmission(
    db,
    condition,
    { publishedAt: isPublished ? now.toISOString() : null },
    extraStatement,
  );
}

export async function findPublished(db: Database, id: string): Promise<Submission | undefined> {
  const [row] = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), isPublic));
  return row && parseSubmissionRow(row);
}

const MAX_LISTED = 100;

export async function publishedOfArtist(db: Database, artistId: string): Promise<Submission[]> {
  const rows = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.artistId, artistId), isPublic))
    .orderBy(desc(submissions.id))
    .limit(MAX_LISTED);
  return rows.map(parseSubmissionRow);
}

export async function latestPublished(db: Database, limit: number): Promise<Submission[]> {
  const rows = await db
    .select()
    .from(submissions)
    .where(isPublic)
    .orderBy(desc(submissions.publishedAt))
    .limit(limit);
  return rows.map(parseSubmissionRow);
}

/** Ids of published releases with their dates, the latest first. */
export async function listPublished(db: Database, limit: number) {
  const { id, publishedAt } = submissions;
  return db
    .select({ id, publishedAt })
    .from(submissions)
    .where(isPublic)
    .orderBy(desc(publishedAt))
    .limit(limit);
}

/**
 * Replaces the store links of a release.
 * @param wanted `displayedHrefs` are the links on the page of whoever asks; undefined replaces any.
 * @returns whether this call did it: not where they have changed meanwhile.
 */
export function setStoreLinks(
  db: Database,
  id: string,
  {
    hrefs,
    displayedHrefs,
  }: { hrefs: readonly string[]; displayedHrefs: readonly string[] | undefined },
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const isUnchanged = displayedHrefs && eq(submissions.storeLinks, JSON.stringify(displayedHrefs));
  const condition = and(eq(submissions.id, id), isUnchanged);
  return updateSubmission(db, condition, { storeLinks: JSON.stringify(hrefs) }, extraStatement);
}

/**
 * Writes a note for the artist; an empty one removes it.
 * @param wanted `displayedNote` is the note on the page of whoever asks; undefined replaces any.
 * @returns whether this call did it: not where it has changed meanwhile.
 */
export function setArtistNote(
  db: Database,
  id: string,
  { note, now, displayedNote }: { note: string; now: Date; displayedNote: string | undefined },
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const { artistNote } = submissions;
  const isUnchanged =
    displayedNote === undefined ? undefined : sql`coalesce(${artistNote}, '') = ${displayedNote}`;
  const condition = and(eq(submissions.id, id), isUnchanged);
  const change = { artistNote: note || null, artistNoteAt: note ? now.toISOString() : null };
  return updateSubmission(db, condition, change, extraStatement);
}
