import { blobReader } from "~/domain/media/range-reader";
import { canBeMusic, HEAD_BYTES, isMusic, isSystemFile } from "./system-files";

/** Where a file lay among those that were chosen with it: dropped folders are told by their paths. */
function pathOf(file: File): string {
  const path = "path" in file && typeof file.path === "string" ? file.path : "";
  return path || file.webkitRelativePath || file.name;
}

async function isMusicWithin(file: File): Promise<boolean> {
  try {
    return isMusic(await blobReader(file)(0, Math.min(HEAD_BYTES, file.size)));
  } catch {
    return false;
  }
}

/**
 * Takes the system's systemFiles files out of those that were chosen together. At once where their names tell
 * all; else it has a look at the first bytes of those that may be music after all.
 * @param take called with the others, and with how many were left out.
 */
export function withoutSystemFiles(
  files: readonly File[],
  take: (files: File[], leftOut: number) => void,
): void {
  const systemFiles = files.filter((file) => isSystemFile(pathOf(file)));
  const doubtful = systemFiles.filter(({ name }) => canBeMusic(name));
  const takeBut = (music: ReadonlySet<File>) => {
    const others = files.filter((file) => !systemFiles.includes(file) || music.has(file));
    take(others, files.length - others.length);
  };
  if (doubtful.length === 0) takeBut(new Set());
  else
    void Promise.all(doubtful.map(isMusicWithin)).then((verdicts) =>
      takeBut(new Set(doubtful.filter((_, index) => verdicts[index]))),
    );
}
