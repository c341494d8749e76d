import { clipPath } from "~/domain/clips/clip-path";
import type { StoredClip } from "~/domain/clips/clip-store.server";
import type { ReleaseForm, StoredFile } from "~/domain/submission/record/release-form";
import { filePath } from "~/domain/uploads/upload";

/** A file of a folder; `note` is a remark for staff. */
interface FolderFile {
  name: string;
  /** A description, such as "Track 2, Harbour". */
  about: string;
  /** In bytes; missing if the file does not exist. */
  size?: number;
  /** The address of the file; missing if it does not exist. */
  url?: string;
  note?: string;
}

export interface FolderView {
  name: "audio" | "images" | "Audio Clips";
  files: FolderFile[];
}

type FolderSource = Pick<StoredFile, "uploadId" | "kind" | "fileName" | "size"> & {
  /** An address that others than staff can open as well. */
  url?: string;
};

type ClipFields = Omit<StoredClip, "trackNumber" | "key" | "sha256" | "frames">;
export interface ClipOfFolder extends ClipFields {
  /** An address that others than staff can open as well. */
  url?: string;
}

const withTitle = (description: string, title: string) =>
  title ? `${description}, ${title}` : description;

function aboutFile({ tracks }: ReleaseForm, { kind, uploadId }: FolderSource): string {
  if (kind === "artwork") return "Artwork";
  const trackIndex = tracks.findIndex((track) =>
    kind === "track" ? track.uploadId === uploadId : track.customArtworkUploadId === uploadId,
  );
  const track = withTitle(`Track ${trackIndex + 1}`, tracks[trackIndex]?.title ?? "");
  return kind === "track" ? track : `Artwork of ${track}`;
}

function clipFile(clip: ClipOfFolder): FolderFile {
  const { state, fileName, track, number, releaseDate, note, reason, bytes } = clip;
  const about = `${track}, clip ${number}, out ${releaseDate}`;
  if (state === "waiting") return { name: fileName, about, note: "Being cut." };
  if (state === "failed") return { name: fileName, about, note: reason };
  const location = { size: bytes ?? 0, url: clip.url ?? clipPath(clip, fileName) };
  return { name: fileName, about, ...location, note: note || undefined };
}

/** A submission's files by folder: tracks, pictures, and clips. */
export function foldersOf(
  form: ReleaseForm,
  files: readonly FolderSource[],
  clips: readonly ClipOfFolder[],
): FolderView[] {
  const toFolderFile = (file: FolderSource): FolderFile => {
    const { fileName: name, size, uploadId: id } = file;
    const url = file.url ?? filePath({ id, fileName: name });
    return { name, about: aboutFile(form, file), size, url };
  };
  const folders: FolderView[] = [
    { name: "audio", files: files.filter(({ kind }) => kind === "track").map(toFolderFile) },
    { name: "images", files: files.filter(({ kind }) => kind !== "track").map(toFolderFile) },
    { name: "Audio Clips", files: clips.map(clipFile) },
  ];
  return folders.filter((folder) => folder.files.length > 0);
}
