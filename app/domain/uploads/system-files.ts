import { lastOf } from "~/platform/formats/last-of";
import { endsIn } from "./file-rules";

const SYSTEM_FOLDERS =
  /^(__MACOSX|\.AppleDouble|\.Spotlight-V\d+|\.Trash(es|-\d+)?|\.fseventsd|\.TemporaryItems|\.DocumentRevisions-V\d+|\$RECYCLE\.BIN|System Volume Information|lost\+found|@eaDir|#recycle)$/i;

/** Files that macOS, Windows, Linux and office programs put beside others. */
const SYSTEM_FILES = [
  /^(\._.*|\.DS_Store|\.localized|\.VolumeIcon\.icns|\.apdisk|\.com\.apple\..*|Icon\r?)$/i,
  /^(e?thumbs(_.*)?\.db|ehthumbs(_vista)?\.db|desktop\.ini|IconCache\.db)$/i,
  /^(\.directory|\.hidden|\.nfs[0-9a-f]+|\.fuse_hidden.*|\.Trash.*|~\$.*|\.~lock\..*#|\.dropbox(\.attr)?)$/i,
];

/** The placeholder of macOS for a file in iCloud. */
const IN_CLOUD = /^\.(.+)\.icloud$/i;

/** Some browsers send a path. */
const splitPath = (path: string) => path.split(/[\\/]/).filter((part) => part !== "");

export function nameInCloud(name: string): string | undefined {
  return IN_CLOUD.exec(lastOf(splitPath(name)) ?? "")?.[1];
}

/** Whether a name or path is that of a system file. */
export function isSystemFile(path: string): boolean {
  const parts = splitPath(path);
  const name = parts.pop() ?? "";
  return (
    parts.some((folder) => SYSTEM_FOLDERS.test(folder)) ||
    SYSTEM_FILES.some((pattern) => pattern.test(name))
  );
}

/** Whether a system file by name may be music; its first bytes decide. */
export function canBeMusic(path: string): boolean {
  return endsIn(path, ".wav");
}

export const HEAD_BYTES = 12;

export function isMusic(head: Uint8Array): boolean {
  return /^(RIFF|RF64|BW64)[\s\S]{4}WAVE$/.test(
    String.fromCharCode(...head.subarray(0, HEAD_BYTES)),
  );
}

export function systemFilesText(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "We left out 1 hidden file that your computer made. It holds no music."
    : `We left out ${count} hidden files that your computer made. They hold no music.`;
}
