import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { submissions } from "../submission-tables.server";

/** The new version of a submission. */
export type Replacement = NonNullable<Awaited<ReturnType<typeof findReplacement>>>;

/** The condition that the artist sent a new version of a submission. */
export const isReplacedSql = sql<number>`EXISTS (SELECT 1 FROM submissions AS newer
  WHERE newer.resend_of = ${submissions.id})`;

/** The new version that the artist sent of a submission, if any. */
export async function findReplacement(db: Database, submissionId: string) {
  const { id, reference, createdAt: at, resendOf } = submissions;
  const [row] = await db
    .select({ id, reference, at })
    .from(submissions)
    .where(eq(resendOf, submissionId))
    .orderBy(desc(id))
    .limit(1);
  return row;
}
