import { inArray, sql } from "drizzle-orm";
import { clearAuditDetails } from "~/domain/access/staff/audit.server";
import {
  releaseDetails,
  rightsProofs,
  splitConfirmations,
} from "~/domain/artists/artist-tables.server";
import { orphanProofsStatement } from "~/domain/artists/release/proof-store.server";
import { boardParts } from "~/domain/board/board-tables.server";
import { socialClips } from "~/domain/clips/clip-tables.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { mirrorFiles, mirrorFolders } from "~/domain/mirror/mirror-tables.server";
import { removeListeningStatements } from "~/domain/publishing/listening-links.server";
import {
  draftKeys,
  drafts,
  linkEndings,
  submissions,
} from "~/domain/submission/submission-tables.server";
import {
  strayObjects,
  trackFindings,
  uploads,
} from "~/domain/uploads/receiving/upload-tables.server";
import { REMOVED_STATES } from "~/domain/uploads/upload";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import { type Database, runBatch, type Statement, textListSql } from "~/platform/database.server";
import type { DeletionCounter } from "./deletion-tally.server";
import { orphanArchivesStatement } from "./orphaned-files.server";

const removedStates = textListSql([...REMOVED_STATES]);

/**
 * Statements that delete the files of submissions; the sweep deletes the objects listed here. A
 * file that was submitted again shares its key with other uploads: if another upload or submission
 * still uses the key, only the row goes. The check is part of the DELETE, so that no new reference
 * can slip in between.
 */
function fileStatements(
  db: Database,
  ids: readonly string[],
  timestamp: string,
  tally: DeletionCounter,
): Statement[] {
  const isSelected = sql`submissions.id IN ${textListSql(ids)}`;
  const isUploadOfSelected = sql`uploads.draft_id IN (SELECT submissions.draft_id FROM submissions WHERE ${isSelected})`;
  const isStillReferenced = sql`(EXISTS (SELECT 1 FROM uploads AS other
      JOIN submissions AS staying ON staying.draft_id = other.draft_id
      WHERE other.key = uploads.key AND other.state NOT IN ${removedStates}
      AND staying.id NOT IN ${textListSql(ids)}
      AND EXISTS (SELECT 1 FROM json_each(staying.files) AS file
        WHERE json_extract(file.value, '$.key') = uploads.key))
    OR EXISTS (SELECT 1 FROM uploads AS other
      WHERE other.key = uploads.key AND other.state NOT IN ${removedStates}
      AND NOT EXISTS (SELECT 1 FROM submissions AS sent WHERE sent.draft_id = other.draft_id)))`;
  const clips = sql`social_clips WHERE social_clips.submission_id IN ${textListSql(ids)}`;
  const clipObjects = sql`SELECT social_clips.key, coalesce(uploads.carrier, 'own'),
    submissions.draft_id, ${timestamp}, ${timestamp} FROM social_clips
    JOIN submissions ON submissions.id = social_clips.submission_id
    LEFT JOIN uploads ON uploads.id = social_clips.upload_id
    WHERE ${isSelected} AND social_clips.key IS NOT NULL`;
  const isProofOfSelected = inArray(rightsProofs.submissionId, textListSql(ids));
  return [
    tally(
      "files",
      sql`SELECT count(*) FROM uploads WHERE ${isUploadOfSelected} AND uploads.state = 'complete'`,
    ),
    tally("clips", sql`SELECT count(*) FROM ${clips} AND social_clips.key IS NOT NULL`),
    db.insert(strayObjects).select(clipObjects).onConflictDoNothing(),
    db.delete(socialClips).where(inArray(socialClips.submissionId, textListSql(ids))),
    orphanProofsStatement(db, isProofOfSelected, timestamp),
    db.delete(rightsProofs).where(isProofOfSelected),
    db
      .delete(trackFindings)
      .where(
        inArray(
          trackFindings.uploadId,
          sql`(SELECT uploads.id FROM uploads WHERE ${isUploadOfSelected})`,
        ),
      ),
    db.delete(mirrorFiles).where(inArray(mirrorFiles.submissionId, textListSql(ids))),
    db.delete(mirrorFolders).where(inArray(mirrorFolders.submissionId, textListSql(ids))),
    db.delete(uploads).where(sql`${isUploadOfSelected} AND ${isStillReferenced}`),
    db.update(uploads).set({ state: "left", updatedAt: timestamp }).where(isUploadOfSelected),
  ];
}

export async function removeFiles(
  db: Database,
  ids: readonly string[],
  now: Date,
  tally: DeletionCounter,
): Promise<void> {
  const timestamp = now.toISOString();
  const clearFiles = db
    .update(submissions)
    .set({ files: "[]", updatedAt: timestamp })
    .where(inArray(submissions.id, textListSql(ids)));
  await runBatch(db, [...fileStatements(db, ids, timestamp, tally), clearFiles]);
}

/**
 * Deletes submissions with everything that belongs to them, in one batch. Triggers delete queue
 * entries and staff notes. Idempotent.
 */
export async function removeSubmissions(
  db: Database,
  ids: readonly string[],
  now: Date,
  tally: DeletionCounter,
): Promise<void> {
  const idList = textListSql(ids);
  const theirDrafts = sql`(SELECT submissions.draft_id FROM submissions WHERE submissions.id IN ${idList})`;
  const theirJobs = sql`(SELECT jobs.id FROM jobs WHERE jobs.submission_id IN ${idList})`;
  await runBatch(db, [
    ...fileStatements(db, ids, now.toISOString(), tally),
    orphanArchivesStatement(db, idList, now.toISOString()),
    ...removeListeningStatements(db, idList),
    db.delete(boardParts).where(inArray(boardParts.submissionId, idList)),
    db.delete(linkEndings).where(inArray(linkEndings.scope, idList)),
    db.delete(releaseDetails).where(inArray(releaseDetails.submissionId, idList)),
    db.delete(splitConfirmations).where(inArray(splitConfirmations.submissionId, idList)),
    db.delete(mailOutbox).where(inArray(mailOutbox.submissionId, idList)),
    db.delete(jobEvents).where(inArray(jobEvents.jobId, theirJobs)),
    db.delete(jobs).where(inArray(jobs.submissionId, idList)),
    db.delete(draftKeys).where(inArray(draftKeys.draftId, theirDrafts)),
    db.delete(drafts).where(inArray(drafts.id, theirDrafts)),
    clearAuditDetails(db, idList),
    tally("submissions", sql`SELECT count(*) FROM submissions WHERE submissions.id IN ${idList}`),
    db.delete(submissions).where(inArray(submissions.id, idList)),
  ]);
}
