import type { DriveConnection } from "~/drive/drive-connection.server";
import { DriveError } from "~/drive/drive-error.server";
import type { ObjectSource } from "~/drive/mirror-file.server";
import {
  artistFolderName,
  mirrorFiles,
  missingFileText,
  type RenderedClip,
} from "~/drive/mirror-plan";
import { mirrorSubmission } from "~/drive/mirror-submission.server";
import type { JobType } from "~/jobs/job-types";
import type { Log } from "~/monitoring/log";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { findSubmission, type Submission } from "~/submission/record/submission-store.server";
import type { ReceivingDeps } from "~/uploads/receiving/receiving-deps.server";
import { objectDigest } from "~/uploads/receiving/stored-object.server";
import type { StorageBackend } from "~/uploads/storage-backend";
import { clipsForDrive } from "./after-clips";
import type { JobHandler, JobKind, JobSubject, WorkResult } from "./job-kind";

/** The bucket as the cloud drive's mirror reads it, by whichever way an object came. */
export function storedSource({ carrier, own }: Omit<ReceivingDeps, "db">): ObjectSource {
  const backends: StorageBackend[] = own ? [carrier, own] : [carrier];
  return {
    async read(key, offset, length) {
      for (const backend of backends) {
        const stream = await backend.read(key, { offset, length });
        if (stream) return stream;
      }
      return undefined;
    },
    async md5(key) {
      for (const backend of backends) {
        const digest = await objectDigest(backend, "MD5", key);
        if (digest !== undefined) return digest;
      }
      return undefined;
    },
  };
}

/** The clips of a submission that have been cut so far. Those cut later bring a job of their own. */
type ListClips = (submission: Submission) => Promise<RenderedClip[]>;

interface Deps {
  db: Database;
  drive: DriveConnection;
  source: ObjectSource;
  clips: ListClips;
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
export function mirrorDrive(deps: Deps): JobHandler<JobSubject<"mirror-drive">> {
  const { db, drive, source, clips, ids, log } = deps;
  return {
    async run({ submissionId }) {
      if (drive.state === "off") return { kind: "done", reason: "drive-off" };
      const submission = await findSubmission(db, submissionId);
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const files = mirrorFiles(submission.form, submission.files, await clips(submission));
      if (files.length === 0) return { kind: "done", reason: "no-files" };
      const logMirrored = ({ sourceId, size }: (typeof files)[number]) =>
        log("info", "drive.file-mirrored", { submissionId, uploadId: sourceId, bytes: size });
      const mirrorDeps = { db, client: drive.client, source, ids, mirrored: logMirrored };
      try {
        const name = artistFolderName(submission);
        const result = await mirrorSubmission(mirrorDeps, { id: submissionId, name }, files);
        if (result.more) return { kind: "again", reason: "slice-done" };
        if (result.busy) return { kind: "retry", reason: "busy", afterSeconds: BUSY_SECONDS };
        if (result.missing.length > 0)
          return { kind: "failed", reason: FILE_MISSING, detail: missingFileText(result.missing) };
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
export async function jobsAfterMirror({ kind, reason = "" }: WorkResult): Promise<JobType[]> {
  const isMirrored = kind === "done" && ["mirrored", "known"].includes(reason);
  return isMirrored || (kind === "failed" && reason === FILE_MISSING) ? ["sync-board"] : [];
}

export const mirrorDriveJob: JobKind<"mirror-drive"> = {
  type: "mirror-drive",
  heavy: true,
  run(topic, { db, drive, uploads, ids, log }) {
    const [source, clips] = [storedSource(uploads), clipsForDrive(db)];
    return mirrorDrive({ db, drive, source, clips, ids, log }).run(topic);
  },
  after: jobsAfterMirror,
  onDeadLetter: (_, { notifyStaff: tellStaff }) => tellStaff(),
};
