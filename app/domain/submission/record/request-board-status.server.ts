import { inArray, type SQL, sql } from "drizzle-orm";
import { boardItemColumn } from "~/domain/access/entry-tables.server";
import { jobIdSql, jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database, Statement } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { hasRefusalSql } from "./board-refusals.server";

const hasReadJob = (state: string, subject = "%") => sql`EXISTS (SELECT 1 FROM jobs AS reading
  WHERE reading.submission_id = submissions.id AND reading.type = 'read-board-status'
  AND reading.state = ${state} AND reading.subject LIKE ${subject})`;

/** The columns of a job that runs once more. */
const beginAnew = (now: Date) =>
  ({
    state: "waiting",
    attempts: 0,
    rounds: 0,
    lastError: null,
    dueAt: null,
    updatedAt: now.toISOString(),
  }) as const;

/** What an event says has changed: the reason, or the status, with the new one where it says so. */
export type EventNews = { kind: "reason" } | { kind: "status"; status: string | undefined };

interface Reading {
  id: string;
  boardStatus: string;
  /** Each 1 if a reading waits, if one runs, and if a refusal is to be settled. */
  waits: number;
  runs: number;
  refused: number;
}

/**
 * Whether an event says what is known. Most are the echo of what was written to the board. A reason
 * counts only where one was missing.
 */
function isKnown(news: EventNews, { boardStatus, runs, refused }: Reading): boolean {
  if (refused === 1) return false;
  return news.kind === "reason" ? runs === 0 : news.status === boardStatus;
}

/**
 * Queues reading the status of one board item. A job that has not started yet covers further
 * events, so nothing more is written.
 * @param news what an event says; where it is known, the board need not be read.
 * @returns the submission of the item and the queued jobs; undefined where no submission has the
 * item.
 */
export async function requestStatusRead(
  { db, ids }: { db: Database; ids: Ids },
  itemId: string,
  { requestId, news, now }: { requestId?: string; news?: EventNews; now: Date },
): Promise<{ submissionId: string; jobIds: string[] } | undefined> {
  // A cheap check against floods of events; the statements below decide.
  const submission = await db.get<Reading>(
    sql`SELECT submissions.id AS id, submissions.board_status AS boardStatus,
      ${hasReadJob("waiting")} AS waits, ${hasReadJob("running")} AS runs, ${hasRefusalSql} AS refused
      FROM submissions WHERE submissions.${boardItemColumn} = ${itemId} LIMIT 1`,
  );
  if (!submission) return undefined;
  const { id: submissionId } = submission;
  if (submission.waits === 1 || (news && isKnown(news, submission)))
    return { submissionId, jobIds: [] };
  // Two rows: one waits, one runs and may have read the board already.
  const queueRead = (subject: "a" | "b") => {
    const job = { id: ids.next(now), subject, requestId, at: now };
    const values = jobValues({ ...job, type: "read-board-status", submissionId });
    return db
      .insert(jobs)
      .select(
        sql`SELECT ${values} FROM submissions WHERE submissions.id = ${submissionId}
          AND NOT ${hasReadJob("waiting")} AND NOT ${hasReadJob("running", subject)}`,
      )
      .onConflictDoUpdate({
        target: [jobs.submissionId, jobs.type, jobs.subject],
        set: { ...beginAnew(now), requestId: requestId ?? null },
      })
      .returning({ id: jobs.id });
  };
  const [first, second] = await db.batch([queueRead("a"), queueRead("b")]);
  return { submissionId, jobIds: [...first, ...second].map(({ id }) => id) };
}

/**
 * The statement that has the board read again about those releases of an artist whose status was
 * refused, once the artist has signed: the board tells of no change then. The sweep sends the jobs.
 */
export function rereadRefusedStatement(
  db: Database,
  artistId: string,
  now: Date,
  isSigned: SQL,
): Statement {
  const values = jobValues({
    ...{ id: jobIdSql(now), type: "read-board-status", subject: "signed", at: now },
    submissionId: sql`submissions.id`,
  });
  return db
    .insert(jobs)
    .select(
      sql`SELECT ${values} FROM submissions
        WHERE submissions.artist_id = ${artistId} AND ${hasRefusalSql} AND ${isSigned}`,
    )
    .onConflictDoUpdate({
      target: [jobs.submissionId, jobs.type, jobs.subject],
      set: beginAnew(now),
      setWhere: inArray(jobs.state, ["done", "failed"]),
    });
}
