import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { errorGroups, errorReports } from "../monitoring-tables.server";

const MAX_LISTED = 20;

/** The submission of the report or of its draft; see `queries.server.ts`. */
const submissionIdSql = sql<string | null>`(SELECT sent.id FROM submissions AS sent
  WHERE sent.id = ${errorReports.submissionId} OR sent.draft_id = ${errorReports.submissionId})`;

/** An error report with its cause, its submission and similar reports. */
export async function errorDetails(db: Database, id: string) {
  const [row] = await db
    .select({ report: errorReports, cause: errorGroups, hit: submissionIdSql.as("hit") })
    .from(errorReports)
    .leftJoin(errorGroups, eq(errorGroups.id, errorReports.groupId))
    .where(eq(errorReports.id, id));
  if (!row) return undefined;
  const { groupId } = row.report;
  const similar =
    groupId === ""
      ? []
      : await db
          .select({
            id: errorReports.id,
            at: errorReports.createdAt,
            hit: submissionIdSql.as("hit"),
          })
          .from(errorReports)
          .where(eq(errorReports.groupId, groupId))
          .orderBy(desc(errorReports.createdAt))
          .limit(MAX_LISTED);
  return { ...row, alike: similar.filter((candidate) => candidate.id !== id) };
}
