import type { ClipLink } from "~/domain/board/board";
import { signedClipPath } from "~/domain/clips/clip-links.server";
import { clipSubject } from "~/domain/clips/clip-plan";
import {
  clipsOfSubmission,
  ensureClipRows,
  markClipFailed,
} from "~/domain/clips/clip-store.server";
import type { RenderedClip } from "~/domain/mirror/mirror-plan";
import { plannedClips } from "~/domain/submission/record/planned-clips";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import type { JobType } from "~/jobs/job-types";
import type { Database } from "~/platform/database.server";
import type { LinkKeys } from "~/platform/link-keys";
import { enqueueFollowUps, type FollowUpDeps } from "./follow-up";
import type { JobContext, WorkResult } from "./job-kind";

/** The jobs that pass a submission's clips on to board and drive, once no clip is left to cut. */
export async function jobsAfterClips(
  { kind }: WorkResult,
  submissionId: string,
  db: Database,
): Promise<readonly JobType[]> {
  if (kind !== "done" && kind !== "failed") return [];
  const clips = await clipsOfSubmission(db, submissionId);
  if (clips.length === 0 || clips.some(({ state }) => state === "waiting")) return [];
  return clips.some(({ state }) => state === "cut")
    ? ["sync-board", "mirror-drive"]
    : ["sync-board"];
}

const GIVEN_UP = "We couldn't cut it after several tries. You can run its job again.";

/**
 * Marks a clip as failed whose job was given up (storage failed at every attempt, or the queue lost
 * its message). Otherwise board and drive would wait for it and for the clips beside it.
 */
export async function failClip(stores: FollowUpDeps, job: JobContext): Promise<void> {
  const { db, clock } = stores;
  const { id: jobId, submissionId, subject } = job;
  if (!submissionId) return;
  const submission = await findSubmission(db, submissionId);
  const plan = submission ? plannedClips(submission.form) : [];
  const clip = plan.find((requested) => clipSubject(requested) === subject);
  if (!clip) return;
  await ensureClipRows(db, submissionId, plan, clock());
  const ended = await markClipFailed(db, { submissionId, ...clip }, GIVEN_UP, clock());
  if (!ended) return;
  const result = { kind: "failed", reason: "given-up" } as const;
  const types = await jobsAfterClips(result, submissionId, db);
  await enqueueFollowUps(stores, { jobId, submissionId }, types);
}

/** Lists the clips of a submission as the board shows them. */
export function clipsForBoard(db: Database, publicUrl: string, keys: LinkKeys) {
  return async (submissionId: string, from: Date): Promise<ClipLink[]> => {
    const clips = await clipsOfSubmission(db, submissionId);
    return Promise.all(
      clips.map(async (clip) => {
        const { track, trackNumber, number, state, key, note, reason, releaseDate } = clip;
        // Dated by the caller: a link that changes would make the job write the board again.
        const url = key ? `${publicUrl}${await signedClipPath(keys, clip, from)}` : undefined;
        const noteText = note || reason || null;
        return {
          trackTitle: track,
          trackNumber,
          number,
          state,
          key,
          note: noteText,
          releaseDate,
          url,
        };
      }),
    );
  };
}

/** Lists the clips of a submission that the cloud drive stores. */
export function clipsForDrive(db: Database) {
  return async ({ id }: { id: string }) =>
    (await clipsOfSubmission(db, id)).flatMap((clip): RenderedClip[] => {
      const { state, key, bytes, fileName } = clip;
      if (state !== "cut" || !key || bytes === null) return [];
      return [{ clipId: clipSubject(clip), key, size: bytes, fileName }];
    });
}
