import type { ReleaseForm } from "~/submission/release-form";
import type { ClipTimes } from "~/submission/social-clips";
import { clipDate, isWaterfall } from "~/submission/waterfall";
import { safeFileName } from "~/uploads/receiving/object-key";

/** A clip that is to be cut. */
export interface PlannedClip extends ClipTimes {
  uploadId: string;
  clipId: string;
  /** The track's title, or "Track 2". */
  track: string;
  /** Where the track stands in the release, and the clip in the track, from 1. */
  trackNumber: number;
  number: number;
  fileName: string;
  /** The day it comes out, three weeks before the single: YYYY-MM-DD. */
  releaseDate: string;
}

/** What a clip's job is about; see the jobs table. */
export function clipSubject({ uploadId, clipId }: Pick<PlannedClip, "uploadId" | "clipId">) {
  return `${uploadId}:${clipId}`;
}

/** A title as part of a file's name. */
function plainTitle(title: string): string {
  return safeFileName(title.replace(/[\\/]/g, "-")).slice(0, 80).trim();
}

/**
 * The clips of a release, named by track and clip. Tracks whose titles would make the same name are
 * told apart by their numbers.
 */
export function plannedClips(form: ReleaseForm): PlannedClip[] {
  const names = form.tracks.map(({ title }, index) =>
    title.trim() ? plainTitle(title) : `Track ${index + 1}`,
  );
  const same = (name: string) =>
    names.filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1;
  return form.tracks.flatMap(({ title, uploadId, releaseDate, ...track }, index) => {
    if (!track.socialClipsEnabled || !uploadId) return [];
    const name = names[index] ?? "";
    const base = same(name) ? `${name} (track ${index + 1})` : name;
    return track.socialClips.map(({ id, startTime, endTime }, place) => ({
      uploadId,
      clipId: id,
      startTime,
      endTime,
      track: title || `Track ${index + 1}`,
      trackNumber: index + 1,
      number: place + 1,
      fileName: `${base} - clip ${place + 1}.wav`,
      releaseDate: clipDate(isWaterfall(form) ? releaseDate : form.releaseDate),
    }));
  });
}
