import { and, desc, eq, exists, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, ExtraStatement } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";
import { parseSubmissionRow, type Submission } from "./submission-store.server";

/** The statuses in which a release may have a page for everybody: staff have taken it on. */
const TAKEN_ON = ["approved", "processing", "live", "active"];

/** Whether a submission of this status may be published. */
export const mayBePublished = (status: string) => TAKEN_ON.includes(status.toLowerCase());

const takenOn = inArray(submissions.status, TAKEN_ON);
/** What everybody may see: published, and not taken back by a later decision. */
const isPublic = and(isNotNull(submissions.publishedAt), takenOn);

/** Changes a submission where it may be, and writes that down in the same batch. @returns whether it did. */
async function changed(
  db: Database,
  may: SQL | undefined,
  values: Partial<typeof submissions.$inferInsert>,
  alongside: ExtraStatement,
): Promise<boolean> {
  const submissionQuery = db.select({ id: submissions.id }).from(submissions).where(may);
  const [, rows] = await db.batch([
    alongside(exists(submissionQuery)),
    db.update(submissions).set(values).where(may).returning({ id: submissions.id }),
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
  { on, at }: { on: boolean; at: Date },
  alongside: ExtraStatement,
): Promise<boolean> {
  const { publishedAt } = submissions;
  const isHidden = and(isNull(publishedAt), takenOn);
  const may = and(eq(submissions.id, id), on ? isHidden : isNotNull(publishedAt));
  return changed(db, may, { publishedAt: on ? at.toISOString() : null }, alongside);
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
const LISTED = 100;

/** The published releases of an account, the latest first. */
export async function publishedOfArtist(db: Database, artistId: string): Promise<Submission[]> {
  const rows = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.artistId, artistId), isPublic))
    .orderBy(desc(submissions.id))
    .limit(LISTED);
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
  { hrefs, seen }: { hrefs: readonly string[]; seen: readonly string[] | undefined },
  alongside: ExtraStatement,
): Promise<boolean> {
  const stands = seen && eq(submissions.storeLinks, JSON.stringify(seen));
  const may = and(eq(submissions.id, id), stands);
  return changed(db, may, { storeLinks: JSON.stringify(hrefs) }, alongside);
}

/**
 * Leaves a note for the artist beside the status, or takes it away with an empty one.
 * @param said `seen` is the note that stood there for whoever asks, as for {@link setStoreLinks}.
 * @returns whether this call did it: not where there is another note by now.
 */
export function setArtistNote(
  db: Database,
  id: string,
  { note, at, seen }: { note: string; at: Date; seen: string | undefined },
  alongside: ExtraStatement,
): Promise<boolean> {
  const { artistNote } = submissions;
  const stands = seen === undefined ? undefined : sql`coalesce(${artistNote}, '') = ${seen}`;
  const may = and(eq(submissions.id, id), stands);
  const change = { artistNote: note || null, artistNoteAt: note ? at.toISOString() : null };
  return changed(db, may, change, alongside);
}
