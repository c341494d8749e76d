import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";
import { parseSubmissionRow, type Submission } from "./submission-store.server";
import { submissionTitleSql } from "./title-sql.server";

/** How many are listed where nobody pages: the latest. */
const MAX_LISTED = 200;

const lineColumns = {
  id: submissions.id,
  releaseTitle: submissionTitleSql,
  artistName: submissions.artistName,
  status: submissions.status,
  createdAt: submissions.createdAt,
};

/** A submission as it stands in a list. */
type SubmissionLine = Pick<
  Submission,
  "id" | "releaseTitle" | "artistName" | "status" | "createdAt"
>;

/** The submissions of an account, the latest first. */
export function listAccountSubmissions(db: Database, artistId: string): Promise<SubmissionLine[]> {
  return db
    .select(lineColumns)
    .from(submissions)
    .where(eq(submissions.artistId, artistId))
    .orderBy(desc(submissions.id))
    .limit(MAX_LISTED);
}

/** The last submission of an account, which tells what its next one is filled in with. */
export async function latestAccountSubmission(
  db: Database,
  artistId: string,
): Promise<Submission | undefined> {
  const [row] = await db
    .select()
    .from(submissions)
    .where(eq(submissions.artistId, artistId))
    .orderBy(desc(submissions.id))
    .limit(1);
  return row && parseSubmissionRow(row);
}

/**
 * The stored row of an account's submission, by its item on the board or by our own id; undefined where
 * there is none, and where it is somebody else's, which nobody can tell apart.
 */
export async function accountSubmissionRow(db: Database, artistId: string, id: string) {
  const hasId = sql`(${submissions.id} = ${id} OR ${submissions.mondayItemId} = ${id})`;
  const [row] = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.artistId, artistId), hasId))
    .limit(1);
  return row;
}

/** The same, opened. */
export async function findAccountSubmission(
  db: Database,
  artistId: string,
  id: string,
): Promise<Submission | undefined> {
  const row = await accountSubmissionRow(db, artistId, id);
  return row && parseSubmissionRow(row);
}

/** An account by its address, in lower case. */
interface Claimant {
  id: string;
  email: string;
}

/**
 * Those that belong to nobody and were sent with this address, which is known to be the artist's; but none
 * that came while it was another account's. The table is that of a room above this one.
 */
const isClaimableSql = ({ id, email }: Claimant) =>
  and(
    ...[isNull(submissions.artistId), sql`lower(${submissions.email}) = ${email}`],
    sql`NOT EXISTS (SELECT 1 FROM former_addresses AS former WHERE former.email = ${email}
      AND former.artist_id <> ${id} AND former.until >= ${submissions.createdAt})`,
  );

/**
 * Submissions that belong to no account and were sent under the address of one: before there was one, or
 * by whoever was not signed in.
 */
export function listClaimableSubmissions(
  db: Database,
  claimant: Claimant,
): Promise<SubmissionLine[]> {
  return db
    .select(lineColumns)
    .from(submissions)
    .where(isClaimableSql(claimant))
    .orderBy(desc(submissions.id))
    .limit(MAX_LISTED);
}

/**
 * Gives an account submissions that were sent under its address. Decided by the statement: none that
 * belongs to somebody, or has another address.
 * @returns how many it has got.
 */
export async function claimSubmissions(
  db: Database,
  { id: artistId, email }: Claimant,
  submissionIds: readonly string[],
  now: Date,
): Promise<number> {
  const isChosen = sql`${submissions.id} IN (SELECT value FROM json_each(${JSON.stringify(submissionIds)}))`;
  // The address counts as it stands now: another tab may have changed it.
  const isAddressUnchanged = sql`EXISTS (SELECT 1 FROM artists
    WHERE artists.id = ${artistId} AND artists.email = ${email} AND artists.deleted_at IS NULL)`;
  const claimedRows = await db
    .update(submissions)
    .set({ artistId, updatedAt: now.toISOString() })
    .where(and(isClaimableSql({ id: artistId, email }), isChosen, isAddressUnchanged))
    .returning({ id: submissions.id });
  return claimedRows.length;
}
