import { eq, or, type SQL, sql } from "drizzle-orm";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";
import { FILE_LINK_DAYS } from "~/platform/file-link";
import type { Staff } from "~/platform/principal";
import { linkEndings, submissions } from "../submission-tables.server";

/** Instead of the id of a submission, which is a ULID: the links of all. */
const ALL = "all";

/** Whose links are asked about: of a submission, or of the draft that became one. */
type LinkOwner = { submissionId: string } | { draftId: string };

/** From when on (Unix seconds) links to these files count; 0 where staff have ended none. */
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

/** An id of its own for each row, in SQL: a ULID whose random part has 64 bits. */
function randomIdSql(id: string): SQL {
  return sql`${id.slice(0, 10)} || hex(randomblob(8))`;
}

/** How the jobs begin that write an item anew because its links were ended. */
const FRESH_LINKS = "links:";

/**
 * A job for each item on the board that needs fresh links and that no job waits to write anew. Where
 * all links are ended, items whose own had ended by themselves stay as they are.
 */
function insertBoardJobs(db: Database, condition: SQL | undefined, { id, at, requestId }: EndingCall) {
  const since = addDays(at, -FILE_LINK_DAYS).toISOString();
  const values = jobValues({
    id: randomIdSql(id),
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
        WHERE ${condition ?? showsLinks} AND ${submissions.mondayItemId} IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM ${jobs} WHERE ${ofItem} AND ${jobs.state} = 'waiting')`,
    )
    .returning({ id: jobs.id });
}

/** Who asks for an ending, and when; `id` is new. */
interface EndingCall {
  id: string;
  at: Date;
  staff: Staff;
  requestId: string;
  /** What is written down in the same batch. */
  extraStatement?: ExtraStatement;
}

/**
 * Ends every link to files that was issued until now, also within this very second, of one submission
 * or of all. In the same batch a job is recorded for each item on the board that shows such links.
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
  const isFound = condition ? sql`EXISTS (SELECT 1 FROM ${submissions} WHERE ${condition})` : sql`1`;
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
