import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";
import { isReplacedSql } from "./replacement.server";
import { parseSubmissionRow, type Submission } from "./submission-store.server";
import { submissionTitleSql } from "./title-sql.server";

const MAX_LISTED = 200;

const lineColumns = {
  id: submissions.id,
  releaseTitle: submissionTitleSql,
  artistName: submissions.artistName,
  status: submissions.status,
  createdAt: submissions.createdAt,
};

type SubmissionLine = Pick<
  Submission,
  "id" | "releaseTitle" | "artistName" | "status" | "createdAt"
>;

export function listAccountSubmissions(db: Database, artistId: string): Promise<SubmissionLine[]> {
  return db
    .select(lineColumns)
    .from(submissions)
    .where(eq(submissions.artistId, artistId))
    .orderBy(desc(submissions.id))
    .limit(MAX_LISTED);
}

/** The latest submission of an account, which prefills its next one. */
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

/** By board item or id; undefined for another account's submission as well. */
export async function accountSubmissionRow(db: Database, artistId: string, id: string) {
  const hasId = sql`(${submissions.id} = ${id} OR ${submissions.boardItemId} = ${id})`;
  const [row] = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.artistId, artistId), hasId))
    .limit(1);
  return row;
}

export async function findAccountSubmission(
  db: Database,
  artistId: string,
  id: string,
): Promise<Submission | undefined> {
  const row = await accountSubmissionRow(db, artistId, id);
  return row && parseSubmissionRow(row);
}

interface Claimant {
  id: string;
  email: string;
}

/**
 * Submissions without an account that have this verified address, except those from when it was
 * another account's, and those that a new version replaces. The first table is that of another room.
 */
const isClaimableSql = ({ id, email }: Claimant) =>
  and(
    ...[isNull(submissions.artistId), sql`lower(${submissions.email}) = ${email}`],
    sql`NOT ${isReplacedSql}`,
    sql`NOT EXISTS (SELECT 1 FROM former_addresses AS former WHERE former.email = ${email}
      AND former.artist_id <> ${id} AND former.until >= ${submissions.createdAt})`,
  );

/** Submissions without an account that were sent under the address of one. */
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

/** Gives an account submissions that were sent under its address. @returns how many. */
export async function claimSubmissions(
  db: Database,
  { id: artistId, email }: Claimant,
  submissionIds: readonly string[],
  now: Date,
): Promise<number> {
  const isChosen = sql`${submissions.id} IN (SELECT value FROM json_each(${JSON.stringify(submissionIds)}))`;
  // The address may have been changed in another tab.
  const isAddressUnchanged = sql`EXISTS (SELECT 1 FROM artists
    WHERE artists.id = ${artistId} AND artists.email = ${email} AND artists.deleted_at IS NULL)`;
  const claimedRows = await db
    .update(submissions)
    .set({ artistId, updatedAt: now.toISOString() })
    .where(and(isClaimableSql({ id: artistId, email }), isChosen, isAddressUnchanged))
    .returning({ id: submissions.id });
  return claimedRows.length;
}
