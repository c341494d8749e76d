import { SOURCE_GONE } from "~/domain/clips/track-source.server";
import { analyzeTrack, TrackMissingError } from "~/domain/review/track-findings.server";
import {
  backendOfUpload,
  type ReceivingDeps,
} from "~/domain/uploads/receiving/receiving-deps.server";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import type { Clock } from "~/platform/clock";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";

interface Deps {
  uploads: ReceivingDeps;
  now: Clock;
}

/** Measures the sound of a track for the review page, once. */
function measureTrack({ uploads, now }: Deps): JobHandler<JobSubject<"measure-track">> {
  const { db } = uploads;
  return {
    async run({ subject: uploadId, renew }) {
      const upload = await findUpload(db, uploadId);
      // The file was deleted meanwhile, with its submission.
      if (upload?.state !== "complete" || upload.kind !== "track")
        return { kind: "done", reason: "no-such-upload" };
      const { id, origin, size, key } = upload;
      const backend = backendOfUpload(uploads, upload);
      const read = (range?: { offset: number; length: number }) => backend.read(key, range);
      const track = { id, origin, size, read };
      try {
        const findings = await analyzeTrack({ db, clock: now }, track, { afterBlock: renew });
        return { kind: "done", reason: findings ? "measured" : "unreadable" };
      } catch (error) {
        if (!(error instanceof TrackMissingError)) throw error;
        return { kind: "failed", reason: "source-gone", detail: SOURCE_GONE };
      }
    },
  };
}

export const measureTrackJob: JobKind<"measure-track"> = {
  type: "measure-track",
  heavy: true,
  run: (topic, { uploads, clock: now }) => measureTrack({ uploads, now }).run(topic),
  // The review page measures the track when it is opened.
  async onDeadLetter() {},
};
