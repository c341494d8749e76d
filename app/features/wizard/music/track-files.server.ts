import type { Draft } from "~/domain/submission/draft/draft";
import {
  type AssignedFile,
  createFileAssigner,
  ROWS_FIELD,
  rejectedFilesText,
  tooManyFilesText,
} from "~/domain/submission/music/assign-files";
import { checkAmongTracks, isCover } from "~/domain/uploads/cover-among-files";
import { tagsOfProbe } from "~/domain/uploads/probe";
import { isSameFileName } from "~/domain/uploads/receiving/object-key";
import type { ReceivingDeps } from "~/domain/uploads/receiving/receiving-deps.server";
import { uploadsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import {
  ARTWORK_SLOT,
  audioSlot,
  type slotOfField,
  TRACK_ID,
  trackOfSlot,
} from "~/domain/uploads/slots";
import type { Upload } from "~/domain/uploads/upload";
import type { Ids } from "~/platform/ids";

type Fields = readonly [string, string][];

const OTHER_CHOSEN = "You chose another file for its track. Add it again.";

const fieldText = (fields: Fields, name: string) =>
  fields.findLast(([fieldName]) => fieldName === name)?.[1];

/** The posted track ids; the saved ones if the form has none. */
function parseTrackIds(fields: Fields, draft: Draft): string[] {
  const postedIds =
    fieldText(fields, ROWS_FIELD)
      ?.split(" ")
      .filter((id) => TRACK_ID.test(id)) ?? [];
  const savedIds = draft.answers.music?.tracks.map(({ id }) => id) ?? ["track-1"];
  return [...new Set(postedIds.length > 0 ? postedIds : savedIds)];
}

/**
 * Files for several tracks in one form. Each is stored as it arrives, when only earlier names are known;
 * `addFilesAsTheyCame` decides the final tracks.
 */
export interface TrackFiles {
  placed: readonly AssignedFile[];
  /** The name of the picture that became the artwork, as there was none. */
  cover: string | undefined;
  /** Whether any was refused by its name and type alone. */
  hasWrongType: boolean;
  /** The slot for the next file; undefined if it is refused, which is recorded. */
  targetOf: (file: { fileName: string; contentType: string }) => ReturnType<typeof slotOfField>;
  recordOutcome: (slot: string, outcome: { text: string } | { upload: Upload }) => void;
  /** A file was posted in the track's own field instead. */
  replaced: (slot: string) => void;
  /** The error for the field; undefined when every file was accepted. */
  error: () => string | undefined;
}

/**
 * Prepares the tracks of a draft for the files of one form.
 * @param fields those before the files: the track ids.
 */
export async function createTrackFiles(
  { uploads, ids, clock }: { uploads: ReceivingDeps; ids: Ids; clock: () => Date },
  draft: Draft,
  fields: Fields,
): Promise<TrackFiles> {
  const trackIds = parseTrackIds(fields, draft);
  const draftUploads = await uploadsOfDraft(uploads.db, draft.id);
  const trackUploads = draftUploads.flatMap(({ slot, fileName, state }) => {
    const trackId = trackOfSlot(slot);
    return trackId === undefined ? [] : [{ trackId, fileName, state }];
  });
  // Left by a form that was cut off before its tracks were saved: sent again, the files take their places.
  const unsavedTracks = trackUploads.filter(({ trackId }) => !trackIds.includes(trackId));
  function newId(fileName: string): string {
    const index = unsavedTracks.findIndex((unsavedTrack) =>
      isSameFileName(unsavedTrack.fileName, fileName),
    );
    const [unsavedTrack] = index < 0 ? [] : unsavedTracks.splice(index, 1);
    return unsavedTrack?.trackId ?? `track-${ids.next(clock()).toLowerCase()}`;
  }
  const assigner = createFileAssigner({
    trackIds,
    trackFiles: trackUploads,
    newId,
  });
  const pendingFiles = new Map<string, AssignedFile>();
  let placedFiles: AssignedFile[] = [];
  const rejectedNames: string[] = [];
  const refusedFiles: Parameters<typeof rejectedFilesText>[0][number][] = [];
  const findStoredFile = (fileName: string) =>
    trackUploads.find(
      (upload) => upload.state === "complete" && isSameFileName(upload.fileName, fileName),
    );
  let hasWrongType = false;
  let cover: string | undefined;
  let canBeCover = draftUploads.every(({ slot }) => slot !== ARTWORK_SLOT);

  return {
    get placed() {
      return placedFiles;
    },
    get cover() {
      return cover;
    },
    get hasWrongType() {
      return hasWrongType;
    },
    targetOf({ fileName, contentType }) {
      const choice = { name: fileName, type: contentType, size: 1 };
      const text = checkAmongTracks(choice);
      if (text !== undefined && canBeCover && isCover(choice)) {
        canBeCover = false;
        cover = fileName;
        return { kind: "artwork", slot: ARTWORK_SLOT };
      }
      const place = text === undefined ? assigner.assign(fileName) : undefined;
      hasWrongType ||= text !== undefined;
      if (text !== undefined)
        refusedFiles.push({ fileName, text, storedFileName: findStoredFile(fileName)?.fileName });
      else if (!place) rejectedNames.push(fileName);
      if (!place) return undefined;
      const slot = audioSlot(place.trackId);
      pendingFiles.set(slot, place);
      return { kind: "track", slot };
    },
    recordOutcome(slot, outcome) {
      const text = "text" in outcome ? outcome.text : undefined;
      if (slot === ARTWORK_SLOT && cover !== undefined && text !== undefined) {
        refusedFiles.push({ fileName: cover, text });
        cover = undefined;
      }
      const place = pendingFiles.get(slot);
      pendingFiles.delete(slot);
      if (!place) return;
      if ("upload" in outcome)
        placedFiles.push({ ...place, tags: tagsOfProbe(outcome.upload.probe) });
      else {
        assigner.release(place);
        const { fileName, again } = place;
        refusedFiles.push({
          fileName,
          text: outcome.text,
          storedFileName: again ? findStoredFile(fileName)?.fileName : undefined,
        });
      }
    },
    replaced(slot) {
      if (slot === ARTWORK_SLOT) cover = undefined;
      const replacedFiles = placedFiles.filter(({ trackId }) => audioSlot(trackId) === slot);
      placedFiles = placedFiles.filter((file) => !replacedFiles.includes(file));
      refusedFiles.push(...replacedFiles.map(({ fileName }) => ({ fileName, text: OTHER_CHOSEN })));
    },
    error() {
      const texts = [tooManyFilesText(rejectedNames), rejectedFilesText(refusedFiles)].filter(
        (text) => text,
      );
      return texts.length > 0 ? texts.join(" ") : undefined;
    },
  };
}
