import type { RecordedTrack, ReleaseForm, StoredFile } from "~/submission/record/release-form";
import { releaseName } from "~/submission/record/release-name";

/** A file of a release package: its path in it, and where its bytes lie. */
export interface PackagedFile {
  path: string;
  /** The upload that it is, or that it was cut from. */
  uploadId: string;
  key: string;
  /** Bytes. */
  size: number;
  /** In hexadecimal digits, where it is known without reading it. */
  sha256?: string | undefined;
}

/** What is asked of a clip. */
interface CutClip {
  uploadId: string;
  fileName: string;
  state: string;
  key: string | null;
  bytes: number | null;
  sha256: string | null;
}

/** Characters of a name, so that a path stays within what Windows takes. */
const LONGEST = 80;
/** Names that Windows keeps to itself. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A text as the name of a file or folder on every system; `otherwise` where nothing is left of it. */
export function safeName(text: string, otherwise: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, "")
    .replace(/[/\\:*?"<>|]/g, "-");
  const short = [...plain].slice(0, LONGEST).join("");
  const trimmedName = short.replace(/^[\s.]+|[\s.]+$/g, "");
  return trimmedName === "" || RESERVED.test(trimmedName) ? otherwise : trimmedName;
}

/** A name that none of `usedNames` is, however its letters are written; it is taken from then on. */
function ownName(name: string, usedNames: Set<string>): string {
  const [, stem = name, ending = ""] = /^(.*?)(\.\w+)?$/.exec(name) ?? [];
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem} (${number})${ending}`;
    if (usedNames.has(candidate.toLowerCase())) continue;
    usedNames.add(candidate.toLowerCase());
    return candidate;
  }
}

/** The name of a package, without its ending. */
export function packageName(form: ReleaseForm, reference: string): string {
  const artist = safeName(form.artistName, "Artist");
  return `${artist} - ${safeName(releaseName(form), "Release")} (${safeName(reference, "release")})`;
}

/** What a file name ends with, such as ".jpg". */
function endingOf(fileName: string, otherwise: string): string {
  return /\.[a-z0-9]{1,5}$/i.exec(fileName)?.[0].toLowerCase() ?? otherwise;
}

const numberedTitle = ({ title }: Pick<RecordedTrack, "title">, index: number) =>
  `${String(index + 1).padStart(2, "0")} ${safeName(title, "Untitled")}`;

function nameOf(form: ReleaseForm, file: StoredFile): string {
  const { kind, uploadId, fileName } = file;
  if (kind === "artwork")
    return `Artwork/${safeName(releaseName(form), "Artwork")}${endingOf(fileName, ".jpg")}`;
  const index = form.tracks.findIndex((track) =>
    kind === "track" ? track.uploadId === uploadId : track.customArtworkUploadId === uploadId,
  );
  const track = form.tracks[index];
  const name = track ? numberedTitle(track, index) : safeName(fileName, uploadId);
  return kind === "track" ? `Audio/${name}.wav` : `Artwork/${name}${endingOf(fileName, ".jpg")}`;
}

/** The files of a release under names that people read: tracks, pictures, and the clips that were cut. */
export function packageFiles(
  form: ReleaseForm,
  files: readonly StoredFile[],
  clips: readonly CutClip[],
): PackagedFile[] {
  const usedNames = new Set<string>();
  const releaseFiles = files.map((file) => {
    const { uploadId, key, size, sha256 } = file;
    return { path: ownName(nameOf(form, file), usedNames), uploadId, key, size, sha256 };
  });
  const clipFiles = clips.flatMap(({ uploadId, fileName, state, key, bytes, sha256 }) =>
    state === "cut" && key && bytes
      ? [
          {
            path: ownName(`Clips/${safeName(fileName, "Clip.wav")}`, usedNames),
            ...{ uploadId, key, size: bytes, sha256: sha256 ?? undefined },
          },
        ]
      : [],
  );
  return [...releaseFiles, ...clipFiles];
}
