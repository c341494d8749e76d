import type { ClipLink } from "~/board/clip-lines";
import type { CutClip } from "~/drive/mirror-plan";
import { signedClipPath } from "~/media/clips/clip-links.server";
import { clipSubject } from "~/media/clips/clip-plan";
import { clipsOfSubmission } from "~/media/clips/clip-store.server";
import type { Database } from "~/platform/database.server";
import type { CallsFor } from "./follow-up";

/** Board and drive hear of a submission's clips together, once none of them is left to cut. */
export function whenClipsAreCut(db: Database): CallsFor {
  return async ({ kind }, submissionId) => {
    if (kind !== "done" && kind !== "failed") return [];
    const clips = await clipsOfSubmission(db, submissionId);
    if (clips.length === 0 || clips.some(({ state }) => state === "waiting")) return [];
    return clips.some(({ state }) => state === "cut")
      ? ["sync-board", "mirror-drive"]
      : ["sync-board"];
  };
}

/** The clips of a submission as the board shows them. */
export function clipsForBoard(db: Database, publicUrl: string, secret: string) {
  return async (submissionId: string, from: Date): Promise<ClipLink[]> => {
    const clips = await clipsOfSubmission(db, submissionId);
    return Promise.all(
      clips.map(async (clip) => {
        const { track, trackNumber, number, state, key, note, reason, releaseDate } = clip;
        // Dated from the submission: a link that changed would have the board written anew.
        const url = key ? `${publicUrl}${await signedClipPath(secret, clip, from)}` : undefined;
        const told = note || reason || null;
        return { trackTitle: track, trackNumber, number, state, key, note: told, releaseDate, url };
      }),
    );
  };
}

/** The clips of a submission as the cloud drive takes them. */
export function clipsForDrive(db: Database) {
  return async ({ id }: { id: string }) =>
    (await clipsOfSubmission(db, id)).flatMap((clip): CutClip[] => {
      const { state, key, bytes, fileName } = clip;
      if (state !== "cut" || !key || bytes === null) return [];
      return [{ clipId: clipSubject(clip), key, size: bytes, fileName }];
    });
}
