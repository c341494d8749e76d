import { desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { errorGroups, errorReports } from "../monitoring-tables.server";

/** How many reports of the same cause are told of. */
const LISTED = 20;

/** The submission that a report's draft became, or that it named itself; see `queries.server.ts`. */
const hit = sql<string | null>`(SELECT sent.id FROM submissions AS sent
  WHERE sent.id = ${errorReports.submissionId} OR sent.draft_id = ${errorReports.submissionId})`;

/** An error as it was reported, what it hit, and how often its cause was met; undefined where there is none. */
export async function errorDetails(db: Database, id: string) {
  const [row] = await db
    .select({ report: errorReports, cause: errorGroups, hit: hit.as("hit") })
    .from(errorReports)
    .leftJoin(errorGroups, eq(errorGroups.id, errorReports.groupId))
    .where(eq(errorReports.id, id));
  if (!row) return undefined;
  const { groupId } = row.report;
  const alike =
    groupId === ""
      ? []
      : await db
          .select({ id: errorReports.id, at: errorReports.createdAt, hit: hit.as("hit") })
          .from(errorReports)
          .where(eq(errorReports.groupId, groupId))
          .orderBy(desc(errorReports.createdAt))
          .limit(LISTED);
  return { ...row, alike: alike.filter((one) => one.id !== id) };
}
