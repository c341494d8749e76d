import { clipPath } from "~/clips/clip-path";
import type { ReleaseForm, StoredFile } from "~/submission/record/release-form";
import { filePath } from "~/uploads/upload";

/** A file of a folder; `note` says what staff should know of it. */
interface FolderFile {
  name: string;
  /** What it is, such as "Track 2, Harbour". */
  about: string;
  /** Bytes; missing for one that is not there. */
  size?: number;
  /** Where it is opened; missing for one that is not there. */
  url?: string;
  note?: string;
}

export interface FolderView {
  name: "audio" | "images" | "Audio Clips";
  files: FolderFile[];
}

/** What a folder shows of a stored file. */
type FolderSource = Pick<StoredFile, "uploadId" | "kind" | "fileName" | "size"> & {
  /** Where it opens, for others than staff as well. */
  url?: string;
};

/** What a folder shows of a clip. */
export interface ClipOfFolder {
  submissionId: string;
  uploadId: string;
  clipId: string;
  track: string;
  number: number;
  fileName: string;
  releaseDate: string;
  state: "waiting" | "cut" | "failed";
  note: string;
  reason: string;
  bytes: number | null;
  /** Where it opens, for others than staff as well. */
  url?: string;
}

const titleOf = (what: string, title: string) => (title ? `${what}, ${title}` : what);

function aboutFile({ tracks }: ReleaseForm, { kind, uploadId }: FolderSource): string {
  if (kind === "artwork") return "Artwork";
  const own = tracks.findIndex((track) =>
    kind === "track" ? track.uploadId === uploadId : track.customArtworkUploadId === uploadId,
  );
  const track = titleOf(`Track ${own + 1}`, tracks[own]?.title ?? "");
  return kind === "track" ? track : `Artwork of ${track}`;
}

function clipFile(clip: ClipOfFolder): FolderFile {
  const { state, fileName, track, number, releaseDate, note, reason, bytes } = clip;
  const about = `${track}, clip ${number}, out ${releaseDate}`;
  if (state === "waiting") return { name: fileName, about, note: "Being cut." };
  if (state === "failed") return { name: fileName, about, note: reason };
  const there = { size: bytes ?? 0, url: clip.url ?? clipPath(clip, fileName) };
  return { name: fileName, about, ...there, note: note || undefined };
}

/** A submission's files as they lie in storage: tracks, pictures, and the clips cut from the tracks. */
export function foldersOf(
  form: ReleaseForm,
  files: readonly FolderSource[],
  clips: readonly ClipOfFolder[],
): FolderView[] {
  const fileOf = (file: FolderSource): FolderFile => {
    const { fileName: name, size, uploadId: id } = file;
    const url = file.url ?? filePath({ id, fileName: name });
    return { name, about: aboutFile(form, file), size, url };
  };
  const folders: FolderView[] = [
    { name: "audio", files: files.filter(({ kind }) => kind === "track").map(fileOf) },
    { name: "images", files: files.filter(({ kind }) => kind !== "track").map(fileOf) },
    { name: "Audio Clips", files: clips.map(clipFile) },
  ];
  return folders.filter((folder) => folder.files.length > 0);
}
