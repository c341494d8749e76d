import { and, eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { INITIAL_STATUS } from "~/reference/statuses";
import { mailOutbox } from "./mail-tables.server";

/** The corrections of one submission, so that its form cannot mail many people. */
const MAX_CORRECTIONS = 3;

/** Each correction has its own job, with its number as the subject; the first confirmation has none. */
const CONFIRMATIONS = sql`jobs AS confirming WHERE confirming.type = 'confirm-by-mail'`;

const correctionCount = sql`(SELECT count(*) FROM ${CONFIRMATIONS}
  AND confirming.submission_id = submissions.id AND confirming.subject <> '')`;

/** While nobody has answered it, and no account owns it, whose address mails go to. */
const isCorrectable = sql`(submissions.status = ${INITIAL_STATUS} AND submissions.artist_id IS NULL
  AND json_array_length(submissions.status_history) <= 1 AND ${correctionCount} < ${MAX_CORRECTIONS})`;

/** The condition that no later confirmation replaces the one of this job. */
export const isLatestConfirmation = (submissionId: string, subject: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${CONFIRMATIONS}
    AND confirming.submission_id = ${submissionId} AND confirming.subject > ${subject})`;

const correctionsSchema = v.object({ latest: v.string(), isCorrectable: v.number() });

/** The subject of the latest confirmation's job, and whether the address can be corrected. */
export async function readCorrections(db: Database, submissionId: string) {
  const row = await db.get(sql`SELECT ${isCorrectable} AS isCorrectable,
      iif(${correctionCount} = 0, '', CAST(${correctionCount} AS TEXT)) AS latest
    FROM submissions WHERE submissions.id = ${submissionId}`);
  const { latest, isCorrectable: open } = v.parse(correctionsSchema, row);
  return { latest, canCorrect: open === 1 };
}

interface Correction {
  reference: string;
  email: string;
  /** The condition for the draft of the browser, see `draftUnlockedBySql`. */
  isUnlocked: SQL;
  requestId: string;
  hasBoard: boolean;
  now: Date;
}

/**
 * Corrects the address of a submission, confirms it to the new one, and withdraws the unsent mail to
 * the old one, in one batch. Its first statement decides.
 * @returns undefined where nothing was changed.
 */
export async function correctEmail(
  { db, ids }: { db: Database; ids: Ids },
  { reference, email, isUnlocked, requestId, hasBoard, now }: Correction,
): Promise<{ submissionId: string; jobIds: string[] } | undefined> {
  const [confirmId, boardId] = [ids.next(now), ids.next(now)];
  const timestamp = now.toISOString();
  const job = { submissionId: sql`submissions.id`, requestId, at: now };
  const number = sql`CAST(${correctionCount} + 1 AS TEXT)`;
  const confirmJob = jobValues({ ...job, id: confirmId, type: "confirm-by-mail", subject: number });
  const boardJob = jobValues({ ...job, id: boardId, type: "sync-board", subject: boardId });
  const submissionId = sql`(SELECT submission_id FROM jobs AS deciding WHERE deciding.id = ${confirmId})`;
  const isUnsent = sql`mail_outbox.kind = 'confirmation'
    AND mail_outbox.state IN ('waiting', 'held', 'stopped', 'failed')`;
  const unsentMails = sql`SELECT mail_outbox.id FROM mail_outbox
    WHERE mail_outbox.submission_id = ${submissionId} AND ${isUnsent}`;
  const [[decided]] = await db.batch([
    db
      .insert(jobs)
      .select(
        sql`SELECT ${confirmJob} FROM submissions WHERE submissions.reference = ${reference}
          AND submissions.email <> ${email} AND ${isCorrectable} AND submissions.draft_id IN (
            SELECT ${drafts.id} FROM ${drafts} WHERE ${isUnlocked} AND ${drafts.expiresAt} > ${timestamp})`,
      )
      .returning({ submissionId: jobs.submissionId }),
    // The address that the next release of this browser begins with.
    db
      .update(drafts)
      .set({ answers: sql`json_set(${drafts.answers}, '$.artist.email', ${email})` })
      .where(sql`${drafts.id} = (SELECT sent.draft_id FROM submissions AS sent WHERE sent.id = ${submissionId})
        AND ${drafts.answers} ->> '$.artist.email' IS NOT NULL`),
    db
      .update(submissions)
      .set({
        email,
        formData: sql`json_set(${submissions.formData}, '$.email', ${email})`,
        updatedAt: timestamp,
      })
      .where(eq(submissions.id, submissionId)),
    db
      .delete(jobs)
      .where(
        and(
          eq(jobs.submissionId, submissionId),
          eq(jobs.type, "send-mail"),
          sql`${jobs.subject} IN (${unsentMails})`,
        ),
      ),
    db.delete(mailOutbox).where(sql`${mailOutbox.id} IN (${unsentMails})`),
    db
      .insert(jobs)
      .select(
        sql`SELECT ${boardJob} FROM submissions WHERE submissions.id = ${submissionId} AND ${hasBoard ? sql`TRUE` : sql`FALSE`}`,
      ),
  ]);
  if (!decided?.submissionId) return undefined;
  const jobIds = hasBoard ? [confirmId, boardId] : [confirmId];
  return { submissionId: decided.submissionId, jobIds };
}
