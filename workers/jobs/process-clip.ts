import type { ClipName } from "~/domain/clips/clip-path";
import { clipSubject, type PlannedClip } from "~/domain/clips/clip-plan";
import { ensureClipRows, findClip, recordClipOutcome } from "~/domain/clips/clip-store.server";
import { cutClip } from "~/domain/clips/cut-clip.server";
import type { Seed } from "~/domain/media/converter/converter";
import type { RangeReader } from "~/domain/media/range-reader";
import { plannedClips } from "~/domain/submission/record/planned-clips";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { artistFolder } from "~/domain/uploads/receiving/object-key";
import {
  backendOfUpload,
  type ReceivingDeps,
} from "~/domain/uploads/receiving/receiving-deps.server";
import { objectReader } from "~/domain/uploads/receiving/stored-object.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import type { Clock } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { failClip, jobsAfterClips } from "./after-clips";
import type { JobHandler, JobKind, JobSubject, WorkResult } from "./job-kind";

interface Deps {
  uploads: ReceivingDeps;
  compiled: WebAssembly.Module;
  now: Clock;
}

const FILE_MISSING = "The track's file was never stored, or has been removed.";

/** The seed of a clip's dither: the same in every run, so that the bytes are the same too. */
async function ditherSeed(submissionId: string, clip: PlannedClip): Promise<Seed> {
  const hash = await sha256Hex(`${submissionId}:${clipSubject(clip)}`);
  return [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(8, 16), 16)];
}

/**
 * Cuts one social clip out of a track and stores it in the artist's 'Audio Clips'. Every run gives
 * the same name and the same bytes. Why a clip could not be cut is in its row and in the job's.
 */
function processClip({ uploads, compiled, now }: Deps): JobHandler<JobSubject<"process-clip">> {
  const { db } = uploads;

  /** Whether the clip was cut before and its file is still stored. */
  async function isStored(name: ClipName) {
    const clip = await findClip(db, name);
    if (clip?.state !== "cut" || !clip.key) return false;
    for (const backend of new Set([uploads.carrier, uploads.own]))
      if ((await backend.size(clip.key)) === clip.bytes) return true;
    return false;
  }

  async function cut(submissionId: string, clip: PlannedClip, renew: () => Promise<void>) {
    const upload = await findUpload(db, clip.uploadId);
    if (upload?.state !== "complete")
      return { ok: false as const, reason: "no-such-upload", text: FILE_MISSING };
    const carrier = backendOfUpload(uploads, upload);
    const { key: sourceKey, size } = upload;
    const read: RangeReader = objectReader(carrier, sourceKey);
    const key = `${artistFolder(sourceKey)}/audio/Audio Clips/${clip.fileName}`;
    const { startTime, endTime } = clip;
    const seed = await ditherSeed(submissionId, clip);
    const source = { carrier, key: sourceKey, size, read };
    const result = await cutClip(compiled, { source, key, startTime, endTime, seed, renew });
    return result.ok ? { ...result, key } : result;
  }

  return {
    async run({ submissionId, subject, renew }): Promise<WorkResult> {
      const submission = await findSubmission(db, submissionId);
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const clips = plannedClips(submission.form);
      const clip = clips.find((requested) => clipSubject(requested) === subject);
      if (!clip) return { kind: "failed", reason: "no-such-clip" };
      await ensureClipRows(db, submission.id, clips, now());
      const name = { submissionId: submission.id, ...clip };
      const result = await cut(submission.id, clip, renew);
      if (!result.ok) {
        // A clip that an earlier run has stored stays as it is.
        if (!(await isStored(name)))
          await recordClipOutcome(db, name, { state: "failed", reason: result.text }, now());
        return { kind: "failed", reason: result.reason, detail: result.text };
      }
      const { note, key, sha256, bytes, frames } = result;
      await recordClipOutcome(db, name, { state: "cut", note, key, sha256, bytes, frames }, now());
      return { kind: "done", reason: note ? "cut-with-note" : "cut" };
    },
  };
}

export const processClipJob: JobKind<"process-clip"> = {
  type: "process-clip",
  heavy: true,
  run: (topic, { uploads, converter: compiled, clock: now }) =>
    processClip({ uploads, compiled, now }).run(topic),
  after: jobsAfterClips,
  async onDeadLetter(job, { stores, notifyStaff }) {
    await notifyStaff();
    // Board and drive wait until the clip is marked as failed.
    await failClip(stores, job);
  },
};
