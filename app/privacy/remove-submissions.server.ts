import { inArray, sql } from "drizzle-orm";
import { releaseDetails, splitConfirmations } from "~/artists/artist-tables.server";
import { boardParts } from "~/board/board-tables.server";
import { socialClips } from "~/clips/clip-tables.server";
import { driveFiles, driveFolders } from "~/drive/drive-tables.server";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import { mailOutbox } from "~/mail/mail-tables.server";
import { type Database, type Statement, textListSql } from "~/platform/database.server";
import { clearAuditDetails } from "~/staff/audit.server";
import { trackFindings } from "~/staff/staff-tables.server";
import { draftKeys, drafts, linkEndings, submissions } from "~/submission/submission-tables.server";
import { strayObjects, uploads } from "~/uploads/receiving/upload-tables.server";
import { REMOVED_STATES } from "~/uploads/upload";
import type { DeletionCounter } from "./deletion-tally.server";

const going = textListSql([...REMOVED_STATES]);

/**
 * The statements by which the files of submissions go: their bytes with the sweep, which takes those
 * that are written down here. A file that was sent in once more without a second upload lies in the
 * bucket once, under several uploads: one whose key another upload has that stays, or another submission
 * names, loses its row alone. The very statement asks, so that nobody can name it in between.
 */
function fileStatements(
  db: Database,
  ids: readonly string[],
  at: string,
  tally: DeletionCounter,
): Statement[] {
  const these = sql`submissions.id IN ${textListSql(ids)}`;
  const ofThese = sql`uploads.draft_id IN (SELECT submissions.draft_id FROM submissions WHERE ${these})`;
  const isNamed = sql`(EXISTS (SELECT 1 FROM uploads AS other
      JOIN submissions AS staying ON staying.draft_id = other.draft_id
      WHERE other.key = uploads.key AND other.state NOT IN ${going}
      AND staying.id NOT IN ${textListSql(ids)}
      AND EXISTS (SELECT 1 FROM json_each(staying.files) AS file
        WHERE json_extract(file.value, '$.key') = uploads.key))
    OR EXISTS (SELECT 1 FROM uploads AS other
      WHERE other.key = uploads.key AND other.state NOT IN ${going}
      AND NOT EXISTS (SELECT 1 FROM submissions AS sent WHERE sent.draft_id = other.draft_id)))`;
  const clips = sql`social_clips WHERE social_clips.submission_id IN ${textListSql(ids)}`;
  const clipObjects = sql`SELECT social_clips.key, coalesce(uploads.carrier, 'own'),
    submissions.draft_id, ${at}, ${at} FROM social_clips
    JOIN submissions ON submissions.id = social_clips.submission_id
    LEFT JOIN uploads ON uploads.id = social_clips.upload_id
    WHERE ${these} AND social_clips.key IS NOT NULL`;
  return [
    tally(
      "files",
      sql`SELECT count(*) FROM uploads WHERE ${ofThese} AND uploads.state = 'complete'`,
    ),
    tally("clips", sql`SELECT count(*) FROM ${clips} AND social_clips.key IS NOT NULL`),
    // In the order of the table's columns.
    db.insert(strayObjects).select(clipObjects).onConflictDoNothing(),
    db.delete(socialClips).where(inArray(socialClips.submissionId, textListSql(ids))),
    db
      .delete(trackFindings)
      .where(
        inArray(trackFindings.uploadId, sql`(SELECT uploads.id FROM uploads WHERE ${ofThese})`),
      ),
    db.delete(driveFiles).where(inArray(driveFiles.submissionId, textListSql(ids))),
    db.delete(driveFolders).where(inArray(driveFolders.submissionId, textListSql(ids))),
    db.delete(uploads).where(sql`${ofThese} AND ${isNamed}`),
    db.update(uploads).set({ state: "left", updatedAt: at }).where(ofThese),
  ];
}

const inOneBatch = (db: Database, [first, ...rest]: Statement[]) =>
  first ? db.batch([first, ...rest]) : undefined;

/** Takes the files of submissions away, clips and findings with them; the submissions stay. */
export async function removeFiles(
  db: Database,
  ids: readonly string[],
  now: Date,
  tally: DeletionCounter,
): Promise<void> {
  const at = now.toISOString();
  const forget = db
    .update(submissions)
    .set({ files: "[]", updatedAt: at })
    .where(inArray(submissions.id, textListSql(ids)));
  await inOneBatch(db, [...fileStatements(db, ids, at, tally), forget]);
}

/**
 * Removes submissions with all that belongs to them, in one batch: all of it or nothing. Triggers take
 * them out of the review queue, with the notes of staff. A second time it finds nothing.
 */
export async function removeSubmissions(
  db: Database,
  ids: readonly string[],
  now: Date,
  tally: DeletionCounter,
): Promise<void> {
  const these = textListSql(ids);
  const theirDrafts = sql`(SELECT submissions.draft_id FROM submissions WHERE submissions.id IN ${these})`;
  const theirJobs = sql`(SELECT jobs.id FROM jobs WHERE jobs.submission_id IN ${these})`;
  await inOneBatch(db, [
    ...fileStatements(db, ids, now.toISOString(), tally),
    db.delete(boardParts).where(inArray(boardParts.submissionId, these)),
    db.delete(linkEndings).where(inArray(linkEndings.scope, these)),
    db.delete(releaseDetails).where(inArray(releaseDetails.submissionId, these)),
    db.delete(splitConfirmations).where(inArray(splitConfirmations.submissionId, these)),
    db.delete(mailOutbox).where(inArray(mailOutbox.submissionId, these)),
    db.delete(jobEvents).where(inArray(jobEvents.jobId, theirJobs)),
    db.delete(jobs).where(inArray(jobs.submissionId, these)),
    db.delete(draftKeys).where(inArray(draftKeys.draftId, theirDrafts)),
    db.delete(drafts).where(inArray(drafts.id, theirDrafts)),
    clearAuditDetails(db, these),
    tally("submissions", sql`SELECT count(*) FROM submissions WHERE submissions.id IN ${these}`),
    db.delete(submissions).where(inArray(submissions.id, these)),
  ]);
}
