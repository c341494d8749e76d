import { joinTexts } from "~/forms/form-reply";
import { safeFileName } from "~/uploads/receiving/object-key";
import type { ReleaseType } from "./release-type";
import { releaseTypeOf } from "./release-type";

/** The field that takes the audio of several tracks at once. */
export const FILES_FIELD = "trackFiles";
/** The field before it with the ids of the tracks, in their order: without script it names them. */
export const ROWS_FIELD = "trackRows";

/** A file and the track that it was given to. */
export interface AssignedFile {
  trackId: string;
  fileName: string;
  /** Whether the track had a file of this name already, which this one replaces. */
  again: boolean;
}

/** The tracks that several files may go to. */
interface AssignOptions {
  /** In their order. */
  trackIds: readonly string[];
  /** How many tracks the release may have. */
  maxTracks: number;
  /** The files that tracks have, stored or on their way. */
  trackFiles: readonly { trackId: string; fileName: string }[];
  /** An id for one more track, which gets a file of this name. */
  newId: (fileName: string) => string;
}

/**
 * Gives files to tracks, one file after the other: to the track that has a file of this name, since
 * who chooses an album's files once more goes on with those that were not finished, or replaces
 * them; else to the first track without a file; else to a new one, as long as there may be more.
 */
export function createFileAssigner({ trackIds, maxTracks, trackFiles, newId }: AssignOptions) {
  const ids = [...trackIds];
  const usedIds = new Set<string>();
  const isFree = (trackId: string) => !usedIds.has(trackId);
  const trackFileNames = (trackId: string) =>
    trackFiles.flatMap((file) => (file.trackId === trackId ? [safeFileName(file.fileName)] : []));

  function addTrack(fileName: string): string | undefined {
    if (ids.length >= maxTracks) return undefined;
    const trackId = newId(fileName);
    ids.push(trackId);
    return trackId;
  }

  return {
    /** The track of a file; undefined when there is none left for it. */
    assign(fileName: string): AssignedFile | undefined {
      const name = safeFileName(fileName);
      const trackWithFile = ids.find((id) => isFree(id) && trackFileNames(id).includes(name));
      const emptyTrack = ids.find((id) => isFree(id) && trackFileNames(id).length === 0);
      const trackId = trackWithFile ?? emptyTrack ?? addTrack(fileName);
      if (trackId === undefined) return undefined;
      usedIds.add(trackId);
      return { trackId, fileName, again: trackWithFile !== undefined };
    },
    /** The track is free again: its file was not taken. */
    release({ trackId }: AssignedFile): void {
      usedIds.delete(trackId);
    },
  };
}

const quote = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

/** Which files were left out because the release has no more tracks, and what to do; or undefined. */
export function tooManyFilesText(
  type: ReleaseType,
  fileNames: readonly string[],
): string | undefined {
  if (fileNames.length === 0) return undefined;
  const { label, most } = releaseTypeOf(type);
  const all = most + fileNames.length;
  const upgradeText =
    type === "single" && all <= releaseTypeOf("ep").most
      ? "choose EP or Album"
      : type !== "lp" && "choose Album";
  const advice = upgradeText
    ? `To add more, ${upgradeText} above, then choose these files again.`
    : "Remove tracks to make room, or send these files as another release.";
  return `${label} releases have at most ${most} tracks, so these files were left out: ${quote(fileNames)}. ${advice}`;
}

/** A file that was left out for what it is. */
interface RejectedFile {
  fileName: string;
  /** Why. */
  text: string;
  /** The stored file that it would have replaced. */
  storedFileName?: string | undefined;
}

/** Which files were left out for what they are, and what stays; undefined when there are none. */
export function rejectedFilesText(refusedFiles: readonly RejectedFile[]) {
  const reasons = [...new Set(refusedFiles.map(({ text }) => text))];
  const texts = reasons.map((reason) => {
    const files = refusedFiles.filter(({ text }) => text === reason);
    const storedFileNames = files.flatMap(({ storedFileName }) => (storedFileName === undefined ? [] : [storedFileName]));
    const leftOut = `Left out: ${quote(files.map(({ fileName }) => fileName))}. ${reason}`;
    if (storedFileNames.length === 0) return leftOut;
    return joinTexts(leftOut, `What you sent before stays: ${quote(storedFileNames)}.`);
  });
  return texts.length > 0 ? texts.join(" ") : undefined;
}
