import type { DriveConnection } from "~/drive/connection.server";
import { DriveError } from "~/drive/drive-error.server";
import type { Source } from "~/drive/mirror-file.server";
import { artistFolderName, type CutClip, mirrorFiles, missingText } from "~/drive/mirror-plan";
import { mirrorSubmission } from "~/drive/mirror-submission.server";
import type { JobType } from "~/jobs/job-types";
import type { Log } from "~/monitoring/log";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { findSubmission, type Submission } from "~/submission/record/submission-store.server";
import { clipsForDrive } from "./clip-news";
import type { JobHandler, JobKind, JobTopic, WorkResult } from "./job-kind";
import { storedSource } from "./stored-source";

/** The clips of a submission that have been cut so far. Those cut later bring a job of their own. */
export type ClipsOf = (submission: Submission) => Promise<CutClip[]>;

interface Dependencies {
  db: Database;
  drive: DriveConnection;
  source: Source;
  clips: ClipsOf;
  ids: Ids;
  log: Log;
}

/** When to look again for files that another run is sending. */
const BUSY_SECONDS = 60;
const FILE_MISSING = "file-missing";

function afterDriveError(error: DriveError): WorkResult {
  const { code, message, permanent, retryAfterSeconds } = error;
  if (permanent) return { kind: "failed", reason: code, detail: message };
  return { kind: "retry", reason: code, detail: message, afterSeconds: retryAfterSeconds };
}

/**
 * Mirrors what of a submission is not on the cloud drive yet, unless there is none. Works in slices
 * and asks for the next one: a release may have gigabytes, and a job is held for two minutes. Any
 * number of such jobs for one submission, as for clips that are cut later, do no harm.
 */
export function mirrorDrive(deps: Dependencies): JobHandler<JobTopic<"mirror-drive">> {
  const { db, drive, source, clips, ids, log } = deps;
  return {
    async run({ submissionId }) {
      if (drive.state === "off") return { kind: "done", reason: "drive-off" };
      const submission = await findSubmission(db, submissionId);
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const files = mirrorFiles(submission.form, submission.files, await clips(submission));
      if (files.length === 0) return { kind: "done", reason: "no-files" };
      const mirrored = ({ sourceId, size }: (typeof files)[number]) =>
        log("info", "drive.file-mirrored", { submissionId, uploadId: sourceId, bytes: size });
      const to = { db, client: drive.client, source, ids, mirrored };
      try {
        const name = artistFolderName(submission);
        const result = await mirrorSubmission(to, { id: submissionId, name }, files);
        if (result.more) return { kind: "again", reason: "slice-done" };
        if (result.busy) return { kind: "retry", reason: "busy", afterSeconds: BUSY_SECONDS };
        if (result.missing.length > 0)
          return { kind: "failed", reason: FILE_MISSING, detail: missingText(result.missing) };
        return { kind: "done", reason: result.count > 0 ? "mirrored" : "known" };
      } catch (error) {
        if (error instanceof DriveError) return afterDriveError(error);
        throw error;
      }
    },
  };
}

/**
 * The board shows where the folder is, once there is something in it. Told, too, by a run that found
 * everything there: the one that brought it may have died before it could tell.
 */
export async function whenMirrored({ kind, reason = "" }: WorkResult): Promise<JobType[]> {
  const there = kind === "done" && ["mirrored", "known"].includes(reason);
  return there || (kind === "failed" && reason === FILE_MISSING) ? ["sync-board"] : [];
}

export const mirrorDriveJob: JobKind<"mirror-drive"> = {
  type: "mirror-drive",
  heavy: true,
  run(topic, { db, drive, uploads, ids, log }) {
    const [source, clips] = [storedSource(uploads), clipsForDrive(db)];
    return mirrorDrive({ db, drive, source, clips, ids, log }).run(topic);
  },
  after: whenMirrored,
  onBuried: (_, { tellStaff }) => tellStaff(),
};
