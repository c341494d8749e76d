import { safeFileName } from "~/domain/uploads/receiving/object-key";
import { beginningThatFits } from "~/platform/formats/portable-name.server";
import type { ClipTimes } from "./clip-rules";

interface ClipTrack {
  title: string;
  /** Undefined without a file: then there are no clips. */
  uploadId?: string;
  clips: readonly (ClipTimes & { id: string })[];
  /** YYYY-MM-DD. */
  clipDate: string;
}

export interface PlannedClip extends ClipTimes {
  uploadId: string;
  clipId: string;
  /** The track's title, or "Track 2". */
  track: string;
  /** Positions of track and clip, from 1. */
  trackNumber: number;
  number: number;
  fileName: string;
  /** YYYY-MM-DD, three weeks before the single. */
  releaseDate: string;
}

/** Subject of a clip's job. */
export function clipSubject({ uploadId, clipId }: Pick<PlannedClip, "uploadId" | "clipId">) {
  return `${uploadId}:${clipId}`;
}

/** In UTF-16 units; leaves room for the numbers. */
const TITLE_UNITS = 64;

/** Sanitizes a title for file names; may be empty. */
function plainTitle(title: string): string {
  const cleanTitle = title.normalize("NFC").replace(/\p{C}/gu, "").trim();
  if (!cleanTitle) return "";
  return beginningThatFits(safeFileName(cleanTitle.replace(/[\\/]/g, "-")), {
    units: TITLE_UNITS,
  }).trim();
}

/** Makes names unique, ignoring case, by adding track numbers. */
function disambiguate(names: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1);
  const same = (name: string) => (times.get(name.toLowerCase()) ?? 0) > 1;
  if (!names.some(same)) return [...names];
  return disambiguate(names.map((name, i) => (same(name) ? `${name} (track ${i + 1})` : name)));
}

/** The clips of all tracks, with unique file names by track and clip. */
export function planClips(tracks: readonly ClipTrack[]): PlannedClip[] {
  const names = disambiguate(
    tracks.map(({ title }, index) => plainTitle(title) || `Track ${index + 1}`),
  );
  return tracks.flatMap(({ title, uploadId, clips, clipDate }, index) => {
    if (!uploadId) return [];
    return clips.map(({ id, startTime, endTime }, clipIndex) => ({
      uploadId,
      clipId: id,
      startTime,
      endTime,
      track: title || `Track ${index + 1}`,
      trackNumber: index + 1,
      number: clipIndex + 1,
      fileName: `${names[index]} - clip ${clipIndex + 1}.wav`,
      releaseDate: clipDate,
    }));
  });
}
