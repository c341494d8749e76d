import { inOrder } from "~/domain/submission/record/file-order";
import type {
  RecordedTrack,
  ReleaseForm,
  StoredFile,
} from "~/domain/submission/record/release-form";
import { releaseName } from "~/domain/submission/record/release-name";
import {
  clipEndOf,
  createUniqueNames,
  portableName,
  portableText,
  unitsWithin,
} from "~/platform/formats/portable-name.server";

export interface PackagedFile {
  path: string;
  /** The upload or proof itself, or the upload that a clip was cut from. */
  uploadId: string;
  key: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal, if known without reading the file. */
  sha256?: string | undefined;
}

export interface CutClip {
  uploadId: string;
  fileName: string;
  state: string;
  key: string | null;
  bytes: number | null;
  sha256: string | null;
}

export interface RightsProof {
  id: string;
  /** Such as "Track 1, Tide: Samples". */
  proves: string;
  key: string;
  size: number;
  sha256: string;
  kind: string;
}

/** UTF-16 units of the folder's name; the files get the rest of the path limit. */
const FOLDER_UNITS = 64;
const FILE_UNITS = unitsWithin(FOLDER_UNITS) - "Artwork/".length;

/** The name of a package without extension: artist and release share the length. */
export function packageName(form: ReleaseForm, reference: string): string {
  const ending = ` (${portableName(reference, "release", { units: 20 })})`;
  const units = FOLDER_UNITS - " - ".length - ending.length;
  const title = portableText(releaseName(form));
  const artistUnits = Math.max(units - title.length, Math.floor(units / 2));
  const artist = portableName(form.artistName, "Artist", { units: artistUnits });
  const release = portableName(title, "Release", { units: units - artist.length });
  return `${artist} - ${release}${ending}`;
}

const endingOf = (kind: string) => (kind === "jpeg" ? ".jpg" : `.${kind}`);

/** By what the file was found to be, which its name may not say. */
function pictureEnding({ fileName, contentType }: StoredFile): string {
  if (contentType.startsWith("image/")) return endingOf(contentType.slice("image/".length));
  return /\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0].toLowerCase() ?? ".jpg";
}

const numberedTitle = ({ title }: Pick<RecordedTrack, "title">, index: number) =>
  `${String(index + 1).padStart(2, "0")} ${portableText(title) || "Untitled"}`;

function toPackagedName(form: ReleaseForm, file: StoredFile) {
  const { kind, uploadId, fileName } = file;
  const isTrack = kind === "track";
  const folder = isTrack ? "Audio" : "Artwork";
  const suffix = isTrack ? ".wav" : pictureEnding(file);
  if (kind === "artwork") return { folder, name: releaseName(form), fallback: "Artwork", suffix };
  const index = form.tracks.findIndex((track) =>
    isTrack ? track.uploadId === uploadId : track.customArtworkUploadId === uploadId,
  );
  const track = form.tracks[index];
  const name = track ? numberedTitle(track, index) : fileName;
  return { folder, name, fallback: uploadId, suffix };
}

/** The clip's number is part of the ending, so only the title can be cut. */
function toClipName(fileName: string) {
  const suffix = clipEndOf(fileName);
  const name = fileName.slice(0, fileName.length - suffix.length);
  return { folder: "Clips", name, fallback: "Clip", suffix: suffix || ".wav" };
}

/** The files of a release with readable names: tracks and pictures in their order, cut clips, proofs of rights. */
export function packageFiles(
  form: ReleaseForm,
  files: readonly StoredFile[],
  clips: readonly CutClip[],
  proofs: readonly RightsProof[] = [],
): PackagedFile[] {
  const names = new Map<string, ReturnType<typeof createUniqueNames>>();
  function toPath({ folder, name, fallback, suffix }: ReturnType<typeof toPackagedName>): string {
    const uniqueName = names.get(folder) ?? createUniqueNames();
    names.set(folder, uniqueName);
    return `${folder}/${uniqueName(name, fallback, { units: FILE_UNITS, suffix })}`;
  }
  const releaseFiles = inOrder(form, files).map((file) => {
    const { uploadId, key, size, sha256 } = file;
    return { path: toPath(toPackagedName(form, file)), uploadId, key, size, sha256 };
  });
  const clipFiles = clips.flatMap(({ uploadId, fileName, state, key, bytes: size, sha256 }) => {
    if (state !== "cut" || !key || !size) return [];
    const path = toPath(toClipName(fileName));
    return [{ path, uploadId, key, size, sha256: sha256 ?? undefined }];
  });
  const proofFiles = proofs.map(({ id: uploadId, proves: name, kind, key, size, sha256 }) => {
    const suffix = endingOf(kind);
    const path = toPath({ folder: "Rights", name, fallback: "Proof", suffix });
    return { path, uploadId, key, size, sha256 };
  });
  return [...releaseFiles, ...clipFiles, ...proofFiles];
}
