import type {
  RecordedTrack,
  ReleaseForm,
  StoredFile,
} from "~/domain/submission/record/release-form";
import { clipEndOf, portableName, portableText } from "~/platform/formats/portable-name.server";

const folders = ["artist", "audio", "images", "clips"] as const;
export type Folder = (typeof folders)[number];

/** Folders inside the artist's, as in the bucket: clips are inside audio. */
export const INNER_FOLDERS = {
  audio: { name: "audio", parent: "artist" },
  images: { name: "images", parent: "artist" },
  clips: { name: "Audio Clips", parent: "audio" },
} as const satisfies Record<Exclude<Folder, "artist">, { name: string; parent: Folder }>;

export interface MirrorFile {
  /** Id of the upload or clip. */
  sourceId: string;
  folder: Exclude<Folder, "artist">;
  key: string;
  /** Bytes. */
  size: number;
  contentType: string;
  name: string;
  description: string;
  /** For staff: "The audio of track 2". */
  label: string;
}

export interface RenderedClip {
  /** Globally unique. */
  clipId: string;
  key: string;
  /** Bytes. */
  size: number;
  fileName: string;
}

/** In UTF-16 units; local copies must fit the path limit of Windows. */
const FOLDER_UNITS = 80;
const FILE_UNITS = 100;

/** The reference keeps artists of one name apart. */
export function artistFolderName(submission: { artistName: string; reference: string }): string {
  const extension = ` (${submission.reference})`;
  return portableName(submission.artistName, "Artist", { units: FOLDER_UNITS, suffix: extension });
}

const fileExtension = (fileName: string) =>
  /\.[A-Za-z0-9]{1,5}$/.exec(fileName)?.[0].toLowerCase() ?? "";

const trackName = (index: number, { title }: RecordedTrack) =>
  `${String(index + 1).padStart(2, "0")} ${title}`;

function toMirrorFile(form: ReleaseForm, file: StoredFile): MirrorFile {
  const { uploadId: sourceId, kind, slot, key, size, contentType, fileName } = file;
  const extension = fileExtension(fileName);
  const base = { sourceId, key, size, contentType, description: `Sent as "${fileName}".` };
  const track = form.tracks.findIndex((candidate) =>
    [candidate.uploadId, candidate.customArtworkUploadId].includes(sourceId),
  );
  const recordedTrack = form.tracks[track];
  const trackLabel = recordedTrack ? `track ${track + 1}` : `slot ${slot}`;
  const title = recordedTrack
    ? trackName(track, recordedTrack)
    : portableText(fileName.slice(0, fileName.length - extension.length)) || slot;
  const createName = (name: string) =>
    portableName(name, slot, { units: FILE_UNITS, suffix: extension });
  if (kind === "track")
    return {
      ...base,
      folder: "audio",
      name: createName(title),
      label: `The audio of ${trackLabel}`,
    };
  if (kind === "artwork")
    return { ...base, folder: "images", name: `Artwork${extension}`, label: "The artwork" };
  const name = createName(`Artwork ${title}`);
  return { ...base, folder: "images", name, label: `The artwork of ${trackLabel}` };
}

function clipFile({ clipId, key, size, fileName }: RenderedClip): MirrorFile {
  const extension = clipEndOf(fileName);
  const title = fileName.slice(0, fileName.length - extension.length);
  const name = portableName(title, "Clip", { units: FILE_UNITS, suffix: extension });
  return {
    sourceId: clipId,
    folder: "clips",
    key,
    size,
    contentType: "audio/wav",
    name,
    description: "Cut by the artist portal.",
    label: `The clip "${name}"`,
  };
}

/** Files in form order, then clips. */
export function mirrorFiles(
  form: ReleaseForm,
  files: readonly StoredFile[],
  clips: readonly RenderedClip[],
): MirrorFile[] {
  return [...files.map((file) => toMirrorFile(form, file)), ...clips.map(clipFile)];
}

export function missingFileText(files: readonly Pick<MirrorFile, "label" | "sourceId">[]): string {
  const sentences = files.map(
    ({ label, sourceId }) => `${label} (${sourceId}) is no longer in storage.`,
  );
  return `${sentences.join(" ")} Every other file is on the drive. Restore it, then run this job again.`;
}
