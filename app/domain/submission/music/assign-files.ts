import * as v from "valibot";
import { safeFileName } from "~/domain/uploads/receiving/object-key";
import { singleLine } from "~/forms/fields";
import { joinTexts } from "~/forms/form-reply";
import { MAX_TRACKS } from "./release-type";

/** The field for the audio of several tracks. */
export const FILES_FIELD = "trackFiles";
/** The field before it, with the ids of the tracks in order, for pages without script. */
export const ROWS_FIELD = "trackRows";

/** What a file says about itself that tells its place and its title. */
export const trackTagsSchema = v.object({
  title: v.optional(singleLine),
  artist: v.optional(singleLine),
  trackNumber: v.optional(v.number()),
});
export type TrackTags = v.InferOutput<typeof trackTagsSchema>;

export interface AssignedFile {
  trackId: string;
  fileName: string;
  /** Whether it replaces a file of the same name. */
  again: boolean;
  /** What it says about itself, where that could be read. */
  tags?: TrackTags | undefined;
}

interface AssignOptions {
  trackIds: readonly string[];
  trackFiles: readonly { trackId: string; fileName: string }[];
  newId: (fileName: string) => string;
}

/**
 * Assigns files to tracks, one after the other: to the track with a file of this name, as the album
 * may have been chosen again; else to the first track without a file; else to a new one while there
 * is room in any release: more than its type takes are kept, and the page offers another type.
 */
export function createFileAssigner({ trackIds, trackFiles, newId }: AssignOptions) {
  const ids = [...trackIds];
  const usedIds = new Set<string>();
  const isFree = (trackId: string) => !usedIds.has(trackId);
  const trackFileNames = (trackId: string) =>
    trackFiles.flatMap((file) => (file.trackId === trackId ? [safeFileName(file.fileName)] : []));

  function addTrack(fileName: string): string | undefined {
    if (ids.length >= MAX_TRACKS) return undefined;
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

/** Which files were left out because no release has more tracks, and what to do. */
export function tooManyFilesText(fileNames: readonly string[]): string | undefined {
  if (fileNames.length === 0) return undefined;
  return `A release has at most ${MAX_TRACKS} tracks, so these files were left out: ${quote(fileNames)}. Remove tracks to make room, or send these files as another release.`;
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
