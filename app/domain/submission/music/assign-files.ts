import { safeFileName } from "~/domain/uploads/receiving/object-key";
import { joinTexts } from "~/forms/form-reply";
import type { ReleaseType } from "./release-type";
import { releaseTypeOf } from "./release-type";

/** The field for the audio of several tracks. */
export const FILES_FIELD = "trackFiles";
/** The field before it, with the ids of the tracks in order, for pages without script. */
export const ROWS_FIELD = "trackRows";

export interface AssignedFile {
  trackId: string;
  fileName: string;
  /** Whether it replaces a file of the same name. */
  again: boolean;
}

interface AssignOptions {
  trackIds: readonly string[];
  maxTracks: number;
  trackFiles: readonly { trackId: string; fileName: string }[];
  newId: (fileName: string) => string;
}

/**
 * Assigns files to tracks, one after the other: to the track with a file of this name, as the album
 * may have been chosen again; else to the first track without a file; else to a new one while there
 * is room.
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
    /** The track of a file; undefined when no track is left. */
    assign(fileName: string): AssignedFile | undefined {
      const name = safeFileName(fileName);
      const trackWithFile = ids.find((id) => isFree(id) && trackFileNames(id).includes(name));
      const emptyTrack = ids.find((id) => isFree(id) && trackFileNames(id).length === 0);
      const trackId = trackWithFile ?? emptyTrack ?? addTrack(fileName);
      if (trackId === undefined) return undefined;
      usedIds.add(trackId);
      return { trackId, fileName, again: trackWithFile !== undefined };
    },
    release({ trackId }: AssignedFile): void {
      usedIds.delete(trackId);
    },
  };
}

const quote = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

/** Which files were left out because the release has no more tracks, and what to do. */
export function tooManyFilesText(type: ReleaseType, fileNames: readonly string[]) {
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

interface RejectedFile {
  fileName: string;
  text: string;
  storedFileName?: string | undefined;
}

export function rejectedFilesText(refusedFiles: readonly RejectedFile[]) {
  const reasons = [...new Set(refusedFiles.map(({ text }) => text))];
  const texts = reasons.map((reason) => {
    const files = refusedFiles.filter(({ text }) => text === reason);
    const storedFileNames = files.flatMap(({ storedFileName }) =>
      storedFileName === undefined ? [] : [storedFileName],
    );
    const leftOut = `Left out: ${quote(files.map(({ fileName }) => fileName))}. ${reason}`;
    if (storedFileNames.length === 0) return leftOut;
    return joinTexts(leftOut, `What you sent before stays: ${quote(storedFileNames)}.`);
  });
  return texts.length > 0 ? texts.join(" ") : undefined;
}
