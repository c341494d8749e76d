import { eq, or, type SQL, sql } from "drizzle-orm";
import { jobIdSql, jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";
import { FILE_LINK_DAYS } from "~/platform/file-link";
import type { Staff } from "~/platform/principal";
import { linkEndings, submissions } from "../submission-tables.server";

const ALL = "all";

type LinkOwner = { submissionId: string } | { draftId: string };

/** From when on (Unix seconds) links to these files count; 0 where none were revoked. */
export async function linksValidFrom(db: Database, owner: LinkOwner): Promise<number> {
  const id =
    "submissionId" in owner
      ? sql`${owner.submissionId}`
      : sql`(SELECT ${submissions.id} FROM ${submissions} WHERE ${submissions.draftId} = ${owner.draftId})`;
  const [row] = await db
    .select({ from: sql<number>`coalesce(max(${linkEndings.validFrom}), 0)` })
    .from(linkEndings)
    .where(or(eq(linkEndings.scope, ALL), eq(linkEndings.scope, id)));
  return row?.from ?? 0;
}

/** Subject prefix of jobs that refresh revoked links. */
const FRESH_LINKS = "links:";

/**
 * Inserts a job for each board item that shows revoked links and has no waiting job. When all links
 * are revoked, items whose links have expired are skipped.
 */
function insertBoardJobs(db: Database, condition: SQL | undefined, { at, requestId }: EndingCall) {
  const since = addDays(at, -FILE_LINK_DAYS).toISOString();
  const values = jobValues({
    id: jobIdSql(at),
    type: "sync-board",
    submissionId: sql`${submissions.id}`,
    subject: sql`${FRESH_LINKS} || hex(randomblob(8))`,
    requestId,
    at,
  });
  const ofItem = sql`${jobs.submissionId} = ${submissions.id} AND ${jobs.type} = 'sync-board'`;
  const showsLinks = sql`(${submissions.createdAt} > ${since} OR EXISTS (SELECT 1 FROM ${jobs}
    WHERE ${ofItem} AND ${jobs.subject} LIKE ${`${FRESH_LINKS}%`} AND ${jobs.createdAt} > ${since}))`;
  return db
    .insert(jobs)
    .select(
      sql`SELECT ${values} FROM ${submissions}
        WHERE ${condition ?? showsLinks} AND ${submissions.boardItemId} IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${ofItem} AND ${jobs.state} = 'waiting')`,
    )
    .returning({ id: jobs.id });
}

interface EndingCall {
  at: Date;
  staff: Staff;
  requestId: string;
  /** An audit entry for the same batch. */
  extraStatement?: ExtraStatement;
}

/**
 * Revokes every link to files issued until now, of one submission or all, and inserts a job for
 * each board item that shows such links.
 * @returns the ids of the jobs; undefined where there is no such submission.
 */
export async function revokeFileLinks(
  db: Database,
  target: { submissionId: string } | "all",
  call: EndingCall,
): Promise<string[] | undefined> {
  const scope = target === "all" ? ALL : target.submissionId;
  const condition = target === "all" ? undefined : sql`${submissions.id} = ${scope}`;
  const now = call.at.toISOString();
  const next = Math.floor(call.at.getTime() / 1000) + 1;
  const values = sql`${scope}, ${next}, ${now}, ${now}, ${call.staff.id}, ${call.staff.name}`;
  const valuesQuery = condition
    ? sql`SELECT ${values} FROM ${submissions} WHERE ${condition}`
    : sql`SELECT ${values} WHERE 1`;
  const { extraStatement = noExtraStatement(db) } = call;
  const isFound = condition
    ? sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${condition})`
    : sql`1`;
  const [, jobRows, endings] = await db.batch([
    extraStatement(isFound),
    insertBoardJobs(db, condition, call),
    db
      .insert(linkEndings)
      .select(valuesQuery)
      .onConflictDoUpdate({
        target: linkEndings.scope,
        set: {
          validFrom: sql`max(${linkEndings.validFrom} + 1, excluded.valid_from)`,
          updatedAt: sql`excluded.updated_at`,
          staffId: sql`excluded.staff_id`,
          staffName: sql`excluded.staff_name`,
        },
      })
      .returning({ scope: linkEndings.scope }),
  ]);
  return endings.length > 0 ? jobRows.map(({ id }) => id) : undefined;
}
