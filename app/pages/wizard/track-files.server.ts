import type { Ids } from "~/platform/ids";
import type { Draft } from "~/submission/draft/draft";
import {
  type AssignedFile,
  createFileAssigner,
  ROWS_FIELD,
  rejectedFilesText,
  tooManyFilesText,
} from "~/submission/music/assign-files";
import { type ReleaseType, releaseTypeOf, releaseTypes } from "~/submission/music/release-type";
import { checkAmongTracks } from "~/uploads/cover-among-files";
import { safeFileName } from "~/uploads/receiving/object-key";
import type { ReceivingDeps } from "~/uploads/receiving/receiving-deps.server";
import { uploadsOfDraft } from "~/uploads/receiving/upload-store.server";
import { audioSlot, TRACK_ID, trackOfSlot } from "~/uploads/slots";

type Fields = readonly [string, string][];

/** Shown for a file whose track was given another one at its own field. */
const OTHER_CHOSEN = "You chose another file for its track. Add it again.";

const textIn = (fields: Fields, name: string) => fields.findLast(([other]) => other === name)?.[1];

function typeIn(fields: Fields, draft: Draft): ReleaseType {
  const releaseType = releaseTypes.find(({ value }) => value === textIn(fields, "releaseType"));
  return releaseType?.value ?? draft.answers.music?.releaseType ?? "single";
}

/** The tracks of the page that posts a form; of what is saved, for one that does not say. */
function tracksIn(fields: Fields, draft: Draft): string[] {
  const postedIds =
    textIn(fields, ROWS_FIELD)
      ?.split(" ")
      .filter((id) => TRACK_ID.test(id)) ?? [];
  const savedIds = draft.answers.music?.tracks.map(({ id }) => id) ?? ["track-1"];
  return [...new Set(postedIds.length > 0 ? postedIds : savedIds)];
}

/**
 * The files for several tracks in one form. Each is stored as it comes, when only the names of
 * those before it are known; which track it belongs to in the end, `addFilesAsTheyCame` decides.
 */
export interface TrackFiles {
  /** How many tracks the release may have by what the form says. */
  most: number;
  placed: readonly AssignedFile[];
  /** Whether any was refused before it was read, for what its name and type say it is. */
  wrongKind: boolean;
  /** The slot of the file that comes next; undefined when it cannot be taken, which is noted. */
  slotOf: (file: { fileName: string; contentType: string }) => string | undefined;
  /** What has become of it: stored, or why not. */
  settle: (slot: string, text?: string) => void;
  /** A slot was filled by the field of its own track. */
  replaced: (slot: string) => void;
  /** What the page says at the field; undefined when every file was taken. */
  error: () => string | undefined;
}

/**
 * Opens the tracks of a draft for the files of one form.
 * @param fields what came before them: the release type and the tracks that the page shows.
 */
export async function openTrackFiles(
  { uploads, ids, clock }: { uploads: ReceivingDeps; ids: Ids; clock: () => Date },
  draft: Draft,
  fields: Fields,
): Promise<TrackFiles> {
  const type = typeIn(fields, draft);
  const { most } = releaseTypeOf(type);
  const trackIds = tracksIn(fields, draft);
  const trackUploads = (await uploadsOfDraft(uploads.db, draft.id)).flatMap(
    ({ slot, fileName, state }) => {
      const trackId = trackOfSlot(slot);
      return trackId === undefined ? [] : [{ trackId, fileName, state }];
    },
  );
  // From a form that was cut off before its tracks were saved: sent again, they take their places.
  const strays = trackUploads.filter(({ trackId }) => !trackIds.includes(trackId));
  function newId(fileName: string): string {
    const at = strays.findIndex((stray) => stray.fileName === safeFileName(fileName));
    const [stray] = at < 0 ? [] : strays.splice(at, 1);
    return stray?.trackId ?? `track-${ids.next(clock()).toLowerCase()}`;
  }
  const places = createFileAssigner({ trackIds, maxTracks: most, trackFiles: trackUploads, newId });
  const coming = new Map<string, AssignedFile>();
  let placedFiles: AssignedFile[] = [];
  const leftOut: string[] = [];
  const refusedFiles: Parameters<typeof rejectedFilesText>[0][number][] = [];
  const staysOf = (fileName: string) =>
    trackUploads.find((one) => one.state === "complete" && one.fileName === safeFileName(fileName));
  let wrongKind = false;

  return {
    most,
    get placed() {
      return placedFiles;
    },
    get wrongKind() {
      return wrongKind;
    },
    slotOf({ fileName, contentType }) {
      const text = checkAmongTracks({ name: fileName, type: contentType, size: 1 });
      const place = text === undefined ? places.assign(fileName) : undefined;
      wrongKind ||= text !== undefined;
      if (text !== undefined)
        refusedFiles.push({ fileName, text, storedFileName: staysOf(fileName)?.fileName });
      else if (!place) leftOut.push(fileName);
      if (!place) return undefined;
      const slot = audioSlot(place.trackId);
      coming.set(slot, place);
      return slot;
    },
    settle(slot, text) {
      const place = coming.get(slot);
      coming.delete(slot);
      if (!place) return;
      if (text === undefined) placedFiles.push(place);
      else {
        places.release(place);
        const { fileName, again } = place;
        refusedFiles.push({
          fileName,
          text,
          storedFileName: again ? staysOf(fileName)?.fileName : undefined,
        });
      }
    },
    replaced(slot) {
      const replacedFiles = placedFiles.filter(({ trackId }) => audioSlot(trackId) === slot);
      placedFiles = placedFiles.filter((file) => !replacedFiles.includes(file));
      refusedFiles.push(...replacedFiles.map(({ fileName }) => ({ fileName, text: OTHER_CHOSEN })));
    },
    error() {
      const texts = [tooManyFilesText(type, leftOut), rejectedFilesText(refusedFiles)].filter(
        (text) => text,
      );
      return texts.length > 0 ? texts.join(" ") : undefined;
    },
  };
}
