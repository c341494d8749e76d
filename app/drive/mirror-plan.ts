import { clipEndOf, portableName, portableText } from "~/platform/formats/portable-name.server";
import type { RecordedTrack, ReleaseForm, StoredFile } from "~/submission/record/release-form";

/** The folders of a submission on the drive. */
const folders = ["artist", "audio", "images", "clips"] as const;
export type Folder = (typeof folders)[number];

/** The names of the folders inside the artist's, as in the bucket: clips lie with the audio. */
export const INNER_FOLDERS = {
  audio: { name: "audio", parent: "artist" },
  images: { name: "images", parent: "artist" },
  clips: { name: "Audio Clips", parent: "audio" },
} as const satisfies Record<Exclude<Folder, "artist">, { name: string; parent: Folder }>;

/** A file of the bucket and what it is to be on the drive. */
export interface MirrorFile {
  /** The id of the upload, or of the clip; unique among all files. */
  sourceId: string;
  folder: Exclude<Folder, "artist">;
  key: string;
  /** Bytes. */
  size: number;
  contentType: string;
  name: string;
  description: string;
  /** What it is, for staff: "The audio of track 2". */
  what: string;
}

/** A social clip that has been cut. */
export interface RenderedClip {
  /** Unique among all clips of all submissions. */
  clipId: string;
  key: string;
  /** Bytes. */
  size: number;
  /** By track and clip; with its ending. */
  fileName: string;
}

/** UTF-16 units, so that the path of a copy on a computer is short enough for Windows. */
const FOLDER_UNITS = 80;
const FILE_UNITS = 100;

/** The name of the folder for a submission: artists of one name stay apart by the reference. */
export function artistFolderName(submission: { artistName: string; reference: string }): string {
  const end = ` (${submission.reference})`;
  return portableName(submission.artistName, "Artist", { units: FOLDER_UNITS, suffix: end });
}

const ending = (fileName: string) => /\.[A-Za-z0-9]{1,5}$/.exec(fileName)?.[0].toLowerCase() ?? "";

const trackName = (index: number, { title }: RecordedTrack) =>
  `${String(index + 1).padStart(2, "0")} ${title}`;

function fileOf(form: ReleaseForm, file: StoredFile): MirrorFile {
  const { uploadId: sourceId, kind, slot, key, size, contentType, fileName } = file;
  const end = ending(fileName);
  const base = { sourceId, key, size, contentType, description: `Sent as "${fileName}".` };
  const track = form.tracks.findIndex((one) =>
    [one.uploadId, one.customArtworkUploadId].includes(sourceId),
  );
  const recordedTrack = form.tracks[track];
  const which = recordedTrack ? `track ${track + 1}` : `slot ${slot}`;
  const title = recordedTrack
    ? trackName(track, recordedTrack)
    : portableText(fileName.slice(0, fileName.length - end.length)) || slot;
  const named = (name: string) => portableName(name, slot, { units: FILE_UNITS, suffix: end });
  if (kind === "track")
    return { ...base, folder: "audio", name: named(title), what: `The audio of ${which}` };
  if (kind === "artwork")
    return { ...base, folder: "images", name: `Artwork${end}`, what: "The artwork" };
  const name = named(`Artwork ${title}`);
  return { ...base, folder: "images", name, what: `The artwork of ${which}` };
}

function clipFile({ clipId, key, size, fileName }: RenderedClip): MirrorFile {
  const end = clipEndOf(fileName);
  const title = fileName.slice(0, fileName.length - end.length);
  const name = portableName(title, "Clip", { units: FILE_UNITS, suffix: end });
  return {
    sourceId: clipId,
    folder: "clips",
    key,
    size,
    contentType: "audio/wav",
    name,
    description: "Cut by the artist portal.",
    what: `The clip "${name}"`,
  };
}

/** What of a submission is to be on the drive: its files in the order of the form, then its clips. */
export function mirrorFiles(
  form: ReleaseForm,
  files: readonly StoredFile[],
  clips: readonly RenderedClip[],
): MirrorFile[] {
  return [...files.map((file) => fileOf(form, file)), ...clips.map(clipFile)];
}

/** What staff read about a file that the bucket no longer holds. */
export function missingFileText(files: readonly Pick<MirrorFile, "what" | "sourceId">[]): string {
  const each = files.map(({ what, sourceId }) => `${what} (${sourceId}) is no longer in storage.`);
  return `${each.join(" ")} Every other file is on the drive. Restore it, then run this job again.`;
}
