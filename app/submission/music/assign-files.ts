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
interface Places {
  /** In their order. */
  trackIds: readonly string[];
  /** How many tracks the release may have. */
  most: number;
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
export function createFileAssigner({ trackIds, most, trackFiles, newId }: Places) {
  const ids = [...trackIds];
  const usedIds = new Set<string>();
  const isFree = (trackId: string) => !usedIds.has(trackId);
  const namesOf = (trackId: string) =>
    trackFiles.flatMap((file) => (file.trackId === trackId ? [safeFileName(file.fileName)] : []));

  function added(fileName: string): string | undefined {
    if (ids.length >= most) return undefined;
    const trackId = newId(fileName);
    ids.push(trackId);
    return trackId;
  }

  return {
    /** The track of a file; undefined when there is none left for it. */
    give(fileName: string): AssignedFile | undefined {
      const name = safeFileName(fileName);
      const same = ids.find((id) => isFree(id) && namesOf(id).includes(name));
      const empty = ids.find((id) => isFree(id) && namesOf(id).length === 0);
      const trackId = same ?? empty ?? added(fileName);
      if (trackId === undefined) return undefined;
      usedIds.add(trackId);
      return { trackId, fileName, again: same !== undefined };
    },
    /** The track is free again: its file was not taken. */
    takeBack({ trackId }: AssignedFile): void {
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
  const larger =
    type === "single" && all <= releaseTypeOf("ep").most
      ? "choose EP or Album"
      : type !== "lp" && "choose Album";
  const way = larger
    ? `To add more, ${larger} above, then choose these files again.`
    : "Remove tracks to make room, or send these files as another release.";
  return `${label} releases have at most ${most} tracks, so these files were left out: ${quote(fileNames)}. ${way}`;
}

/** A file that was left out for what it is. */
interface LeftOut {
  fileName: string;
  /** Why. */
  text: string;
  /** The stored file that it would have replaced. */
  stays?: string | undefined;
}

/** Which files were left out for what they are, and what stays; undefined when there are none. */
export function rejectedFilesText(refusedFiles: readonly LeftOut[]) {
  const reasons = [...new Set(refusedFiles.map(({ text }) => text))];
  const texts = reasons.map((reason) => {
    const files = refusedFiles.filter(({ text }) => text === reason);
    const stayingNames = files.flatMap(({ stays }) => (stays === undefined ? [] : [stays]));
    const leftOut = `Left out: ${quote(files.map(({ fileName }) => fileName))}. ${reason}`;
    if (stayingNames.length === 0) return leftOut;
    return joinTexts(leftOut, `What you sent before stays: ${quote(stayingNames)}.`);
  });
  return texts.length > 0 ? texts.join(" ") : undefined;
}
