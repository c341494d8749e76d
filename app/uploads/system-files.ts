import { lastOf } from "~/platform/formats/last-of";
import { endsIn } from "./file-rules";

/** Folders that systems keep for themselves, wherever they lie. */
const SYSTEM_FOLDERS =
  /^(__MACOSX|\.AppleDouble|\.Spotlight-V\d+|\.Trash(es|-\d+)?|\.fseventsd|\.TemporaryItems|\.DocumentRevisions-V\d+|\$RECYCLE\.BIN|System Volume Information|lost\+found|@eaDir|#recycle)$/i;

/** Files that systems lay beside those of people: of macOS, of Windows, of Linux and office programs. */
const SYSTEM_FILES = [
  /^(\._.*|\.DS_Store|\.localized|\.VolumeIcon\.icns|\.apdisk|\.com\.apple\..*|Icon\r?)$/i,
  /^(e?thumbs(_.*)?\.db|ehthumbs(_vista)?\.db|desktop\.ini|IconCache\.db)$/i,
  /^(\.directory|\.hidden|\.nfs[0-9a-f]+|\.fuse_hidden.*|\.Trash.*|~\$.*|\.~lock\..*#|\.dropbox(\.attr)?)$/i,
];

/** What macOS lays down in the place of a file that is in iCloud alone. */
const IN_CLOUD = /^\.(.+)\.icloud$/i;

/** The parts of a file's path as it was chosen: some browsers tell the folders. */
const splitPath = (path: string) => path.split(/[\\/]/).filter((part) => part !== "");

/** The name of the file that is in iCloud alone, by that of what stands for it; undefined for any other. */
export function nameInCloud(name: string): string | undefined {
  return IN_CLOUD.exec(lastOf(splitPath(name)) ?? "")?.[1];
}

/** Whether a file is the system's own, as far as its name and its folders tell. */
export function isSystemFile(path: string): boolean {
  const parts = splitPath(path);
  const name = parts.pop() ?? "";
  return (
    parts.some((folder) => SYSTEM_FOLDERS.test(folder)) ||
    SYSTEM_FILES.some((pattern) => pattern.test(name))
  );
}

/** Whether a file with the name of a system's may be music after all: its first bytes tell. */
export function canBeMusic(path: string): boolean {
  return endsIn(path, ".wav");
}

/** First bytes that tell music from what the system made. */
export const HEAD_BYTES = 12;

/** Whether a WAV file begins so. */
export function isMusic(head: Uint8Array): boolean {
  return /^(RIFF|RF64|BW64)[\s\S]{4}WAVE$/.test(
    String.fromCharCode(...head.subarray(0, HEAD_BYTES)),
  );
}

/** That files of the system were left out; undefined where there were none. */
export function systemFilesText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "We left out 1 hidden file that your computer made. It holds no music."
    : `We left out ${count} hidden files that your computer made. They hold no music.`;
}
