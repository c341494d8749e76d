import * as v from "valibot";
import { TRACK_ID } from "~/domain/uploads/slots";
import { type AssignedFile, trackTagsSchema } from "./assign-files";
import { syncWaterfallDates } from "./edit-tracks";
import { namedAfterFile } from "./featured-guests";
import { inTrackOrder, titlesFromFiles } from "./file-titles";
import type { MusicEdit } from "./music-edit";
import { fillSingleTitle, type MusicAnswers } from "./music-step";
import { MAX_TRACKS } from "./release-type";
import { newTrack, type Track } from "./track";

const assignedFilesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(
    v.object({
      trackId: v.pipe(v.string(), v.regex(TRACK_ID)),
      fileName: v.string(),
      again: v.boolean(),
      tags: v.optional(trackTagsSchema),
    }),
  ),
);

export const PUT_FILES = "put-files:";

/** The intent that adds assigned files to the tracks. */
export function putFilesIntent(files: readonly AssignedFile[]): string {
  return PUT_FILES + JSON.stringify(files);
}

/** Carries out {@link putFilesIntent}; `json` is everything after its verb. */
export function putFiles(answers: MusicAnswers, json: string, artistName: string): MusicEdit {
  const result = v.safeParse(assignedFilesSchema, json);
  if (!result.success) return { answers };
  const files = result.output;
  const added = fillSingleTitle(addFiles(answers, files, artistName));
  const text = addedText(files.length, answers, added);
  // One file is seen at its track; the rows of several are an overview first.
  const [first, ...others] = files;
  if (others.length > 0) return { answers: added, announcement: text, isShown: true, track: "" };
  const hasGuests = countGuests(added) > countGuests(answers);
  return { answers: added, announcement: text, isShown: hasGuests, track: first?.trackId };
}

const countGuests = ({ tracks }: MusicAnswers) =>
  tracks.reduce((sum, { metadata }) => sum + metadata.featuredArtists.length, 0);

/** What the added files have changed. */
export function addedText(
  count: number,
  before: MusicAnswers,
  after: MusicAnswers,
): string | undefined {
  if (count === 0) return undefined;
  const added =
    count === 1 ? "1 file added to your tracks." : `${count} files added to your tracks.`;
  const guests = countGuests(after) - countGuests(before);
  if (guests === 0) return added;
  const text =
    guests === 1
      ? "The guest that a file names is a featured artist now."
      : `The ${guests} guests that the files name are featured artists now.`;
  return `${added} ${text} Stores want them there, not in titles.`;
}

function withNewTracks({ tracks }: MusicAnswers, files: readonly AssignedFile[]): Track[] {
  const trackIds = new Set(tracks.map(({ id }) => id));
  const newTrackIds = new Set(
    files.map(({ trackId }) => trackId).filter((id) => !trackIds.has(id)),
  );
  return [...tracks, ...[...newTrackIds].map(newTrack)].slice(0, MAX_TRACKS);
}

/**
 * Adds a track for each new file at the end, and what names and tags say where there is no title.
 */
export function addFiles(
  answers: MusicAnswers,
  files: readonly AssignedFile[],
  artistName: string,
): MusicAnswers {
  if (files.length === 0) return answers;
  const sortedFiles = inTrackOrder(files, artistName);
  const names = titlesFromFiles(
    sortedFiles.map(({ fileName }) => fileName),
    artistName,
  );
  const titledTracks = withNewTracks(answers, sortedFiles).map((track) => {
    const index = sortedFiles.findIndex(({ trackId }) => trackId === track.id);
    return namedAfterFile(track, names[index] ?? "", sortedFiles[index]?.tags);
  });
  return syncWaterfallDates(answers, titledTracks);
}

/**
 * As {@link addFiles}, for files that were assigned one by one as they came: they are put in
 * order. Only the ids of empty and new tracks move, everything else of a track
 * stays.
 */
export function addFilesAsTheyCame(
  answers: MusicAnswers,
  files: readonly AssignedFile[],
  artistName: string,
): MusicAnswers {
  const tracks = withNewTracks(answers, files);
  const movableFiles = files.filter(({ trackId, again }) => {
    const track = tracks.find(({ id }) => id === trackId);
    // An untitled track has its file from a form that was cut off. Custom artwork belongs to the
    // id.
    return !(again && track?.title) && !track?.useCustomArtwork;
  });
  const movingTrackIds = new Set(movableFiles.map(({ trackId }) => trackId));
  const sortedFiles = inTrackOrder(movableFiles, artistName);
  const next = sortedFiles.values();
  const orderedTracks = tracks.map((track) =>
    movingTrackIds.has(track.id) ? { ...track, id: next.next().value?.trackId ?? track.id } : track,
  );
  return addFiles({ ...answers, tracks: orderedTracks }, files, artistName);
}
