import { beginningThatFits } from "~/platform/formats/portable-name.server";
import { safeFileName } from "~/uploads/receiving/object-key";
import type { ClipTimes } from "./clip-rules";

/** A track of a release, as its clips need it. */
interface ClipTrack {
  title: string;
  /** Undefined where no file was chosen; then there is nothing to cut from. */
  uploadId?: string;
  /** None where the artist wants none. */
  clips: readonly (ClipTimes & { id: string })[];
  /** The day its clips come out: YYYY-MM-DD. */
  clipDate: string;
}

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

/** UTF-16 units of a title, so that the numbers behind it fit into any file name. */
const TITLE_UNITS = 64;

/** A title as part of a file's name; nothing where it has no sign that a name can hold. */
function plainTitle(title: string): string {
  const cleanTitle = title.normalize("NFC").replace(/\p{C}/gu, "").trim();
  if (!cleanTitle) return "";
  return beginningThatFits(safeFileName(cleanTitle.replace(/[\\/]/g, "-")), {
    units: TITLE_UNITS,
  }).trim();
}

/**
 * Names, each of them another however large or small its letters are: those that are the same get
 * the numbers of their tracks, until none is.
 */
function toldApart(names: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name.toLowerCase(), (times.get(name.toLowerCase()) ?? 0) + 1);
  const same = (name: string) => (times.get(name.toLowerCase()) ?? 0) > 1;
  if (!names.some(same)) return [...names];
  return toldApart(names.map((name, i) => (same(name) ? `${name} (track ${i + 1})` : name)));
}

/**
 * The clips of a release's tracks, named by track and clip. Tracks whose titles would make the same
 * name are told apart by their numbers.
 */
export function planClips(tracks: readonly ClipTrack[]): PlannedClip[] {
  const names = toldApart(
    tracks.map(({ title }, index) => plainTitle(title) || `Track ${index + 1}`),
  );
  return tracks.flatMap(({ title, uploadId, clips, clipDate }, index) => {
    if (!uploadId) return [];
    return clips.map(({ id, startTime, endTime }, place) => ({
      uploadId,
      clipId: id,
      startTime,
      endTime,
      track: title || `Track ${index + 1}`,
      trackNumber: index + 1,
      number: place + 1,
      fileName: `${names[index]} - clip ${place + 1}.wav`,
      releaseDate: clipDate,
    }));
  });
}
