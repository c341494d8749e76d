import { type Mirror, MirrorError } from "~/domain/mirror/mirror";
import {
  artistFolderName,
  mirrorFiles,
  missingFileText,
  type RenderedClip,
} from "~/domain/mirror/mirror-plan";
import {
  findSubmission,
  type Submission,
} from "~/domain/submission/record/submission-store.server";
import type { JobType } from "~/jobs/job-types";
import type { Log } from "~/observability/log";
import type { Database } from "~/platform/database.server";
import { clipsForDrive } from "./after-clips";
import type { JobHandler, JobKind, JobSubject, WorkResult } from "./job-kind";

/** Lists the clips of a submission that are cut so far; later ones bring a job of their own. */
type ListClips = (submission: Submission) => Promise<RenderedClip[]>;

interface Deps {
  db: Database;
  mirror: Mirror | undefined;
  clips: ListClips;
  log: Log;
}

/** Wait until files that another run is sending are checked again. */
const BUSY_SECONDS = 60;
const FILE_MISSING = "file-missing";

function afterMirrorError(error: unknown): WorkResult {
  if (!(error instanceof MirrorError)) throw error;
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
  const { db, mirror, clips, log } = deps;
  return {
    async run({ submissionId }) {
      if (!mirror) return { kind: "done", reason: "drive-off" };
      const submission = await findSubmission(db, submissionId);
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const files = mirrorFiles(submission.form, submission.files, await clips(submission));
      if (files.length === 0) return { kind: "done", reason: "no-files" };
      const logMirrored = ({ sourceId, size }: (typeof files)[number]) =>
        log("info", "drive.file-mirrored", { submissionId, uploadId: sourceId, bytes: size });
      try {
        const name = artistFolderName(submission);
        const result = await mirror.copy({ id: submissionId, name }, files, logMirrored);
        if (result.hasMore) return { kind: "again", reason: "slice-done" };
        if (result.busy) return { kind: "retry", reason: "busy", afterSeconds: BUSY_SECONDS };
        if (result.missing.length > 0)
          return { kind: "failed", reason: FILE_MISSING, detail: missingFileText(result.missing) };
        return { kind: "done", reason: result.count > 0 ? "mirrored" : "known" };
      } catch (error) {
        return afterMirrorError(error);
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
  run: (topic, { db, mirror, log }) =>
    mirrorDrive({ db, mirror, clips: clipsForDrive(db), log }).run(topic),
  after: jobsAfterMirror,
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
