import { and, desc, eq, exists, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, ExtraStatement } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";
import { parseSubmissionRow, type Submission } from "./submission-store.server";

/** The statuses in which a release may have a page for everybody: staff have taken it on. */
const PUBLISHABLE_STATUSES = ["approved", "processing", "live", "active"];

/** Whether a submission of this status may be published. */
export const canBePublished = (status: string) => PUBLISHABLE_STATUSES.includes(status.toLowerCase());

const isPublishable = inArray(submissions.status, PUBLISHABLE_STATUSES);
/** What everybody may see: published, and not taken back by a later decision. */
const isPublic = and(isNotNull(submissions.publishedAt), isPublishable);

/** Changes a submission where it may be, and writes that down in the same batch. @returns whether it did. */
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

/**
 * Shows a release to everybody, or takes its page away. Decided by the statements themselves; what did
 * it is written down in the same batch.
 * @returns whether this call did it: not for a submission that was not taken on, or where it is so already.
 */
export function setPublished(
  db: Database,
  id: string,
  { isPublished, now }: { isPublished: boolean; now: Date },
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const { publishedAt } = submissions;
  const isHidden = and(isNull(publishedAt), isPublishable);
  const condition = and(eq(submissions.id, id), isPublished ? isHidden : isNotNull(publishedAt));
  return updateSubmission(db, condition, { publishedAt: isPublished ? now.toISOString() : null }, extraStatement);
}

/** The published release with this id of ours; undefined for every other, whatever it is. */
export async function findPublished(db: Database, id: string): Promise<Submission | undefined> {
  const [row] = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.id, id), isPublic));
  return row && parseSubmissionRow(row);
}

/** Releases that one page lists. */
const MAX_LISTED = 100;

/** The published releases of an account, the latest first. */
export async function publishedOfArtist(db: Database, artistId: string): Promise<Submission[]> {
  const rows = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.artistId, artistId), isPublic))
    .orderBy(desc(submissions.id))
    .limit(MAX_LISTED);
  return rows.map(parseSubmissionRow);
}

/** Published releases with all that is known of them, the latest first. */
export async function latestPublished(db: Database, limit: number): Promise<Submission[]> {
  const rows = await db
    .select()
    .from(submissions)
    .where(isPublic)
    .orderBy(desc(submissions.publishedAt))
    .limit(limit);
  return rows.map(parseSubmissionRow);
}

/** Ids of published releases and when that was, the latest first. */
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
 * Says where a release is heard, in place of what was said before.
 * @param wanted `seen` is what that was for whoever asks; undefined where they take the place of anything.
 * @returns whether this call did it: not where it is something else by now.
 */
export function setStoreLinks(
  db: Database,
  id: string,
  { hrefs, shownHrefs }: { hrefs: readonly string[]; shownHrefs: readonly string[] | undefined },
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const isUnchanged = shownHrefs && eq(submissions.storeLinks, JSON.stringify(shownHrefs));
  const condition = and(eq(submissions.id, id), isUnchanged);
  return updateSubmission(db, condition, { storeLinks: JSON.stringify(hrefs) }, extraStatement);
}

/**
 * Leaves a note for the artist beside the status, or takes it away with an empty one.
 * @param said `seen` is the note that stood there for whoever asks, as for {@link setStoreLinks}.
 * @returns whether this call did it: not where there is another note by now.
 */
export function setArtistNote(
  db: Database,
  id: string,
  { note, now, shownNote }: { note: string; now: Date; shownNote: string | undefined },
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const { artistNote } = submissions;
  const isUnchanged = shownNote === undefined ? undefined : sql`coalesce(${artistNote}, '') = ${shownNote}`;
  const condition = and(eq(submissions.id, id), isUnchanged);
  const change = { artistNote: note || null, artistNoteAt: note ? now.toISOString() : null };
  return updateSubmission(db, condition, change, extraStatement);
}
