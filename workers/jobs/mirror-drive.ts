import {
  findSubmission,
  type Submission,
} from "~/domain/submission/record/submission-store.server";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import { objectDigest } from "~/domain/uploads/receiving/stored-object.server";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import type { DriveConnection } from "~/integrations/drive/drive-connection.server";
import { DriveError } from "~/integrations/drive/drive-error.server";
import type { ObjectSource } from "~/integrations/drive/mirror-file.server";
import {
  artistFolderName,
  mirrorFiles,
  missingFileText,
  type RenderedClip,
} from "~/integrations/drive/mirror-plan";
import { mirrorSubmission } from "~/integrations/drive/mirror-submission.server";
import type { JobType } from "~/jobs/job-types";
import type { Log } from "~/observability/log";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { clipsForDrive } from "./after-clips";
import type { JobHandler, JobKind, JobSubject, WorkResult } from "./job-kind";

/** Reads objects of the bucket for the cloud drive, from whichever backend stored them. */
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

/** Lists the clips of a submission that are cut so far; later ones bring a job of their own. */
type ListClips = (submission: Submission) => Promise<RenderedClip[]>;

interface Deps {
  db: Database;
  drive: DriveConnection;
  source: ObjectSource;
  clips: ListClips;
  ids: Ids;
  log: Log;
}

/** Wait until files that another run is sending are checked again. */
const BUSY_SECONDS = 60;
const FILE_MISSING = "file-missing";

function afterDriveError(error: DriveError): WorkResult {
  const { code, message, permanent, retryAfterSeconds } = error;
  if (permanent) return { kind: "failed", reason: code, detail: message };
  return { kind: "retry", reason: code, detail: message, afterSeconds: retryAfterSeconds };
}

/**
 * Copies those files of a submission to the cloud drive that are not there yet. It works in slices,
 * because a release may have gigabytes and a lease lasts two minutes. Several such jobs for one
 * submission do no harm.
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
      const mirrorDeps = { db, client: drive.client, source, ids, onMirrored: logMirrored };
      try {
        const name = artistFolderName(submission);
        const result = await mirrorSubmission(mirrorDeps, { id: submissionId, name }, files);
        if (result.hasMore) return { kind: "again", reason: "slice-done" };
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
 * The board shows a link to the folder once it has files. A run that found everything there asks for
 * this as well: the one that copied the files may have stopped before it could.
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
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
