import { type SQL, sql } from "drizzle-orm";
import { type Database, isOneOfSql } from "~/platform/database.server";
import { fixableStatuses } from "~/reference/statuses";
import { submissions } from "../submission-tables.server";
import type { RejectionAnswer } from "./fix-link";

/** What the last decision means; null where it is no rejection by a saved reason. */
const lastAnswerSql = sql<RejectionAnswer | null>`${submissions.statusHistory} ->> '$[#-1].answer'`;

const isRejectedSql = isOneOfSql(sql`lower(${submissions.status})`, fixableStatuses);

/** The condition that the artist can put a submission right; see `fixKind`. */
export const isToFixSql = sql`iif(${isRejectedSql}, ${lastAnswerSql} IS NOT 'final',
  ${submissions.changesAskedAt} IS NOT NULL)`;

/** The same of a submission by its id, for the statement that accepts its new version. */
export const isStillToFixSql = (submissionId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${submissions.id} = ${submissionId} AND ${isToFixSql})`;

export async function isToFix(db: Database, submissionId: string): Promise<boolean> {
  return (
    (await db.$count(submissions, sql`${submissions.id} = ${submissionId} AND ${isToFixSql}`)) > 0
  );
}
