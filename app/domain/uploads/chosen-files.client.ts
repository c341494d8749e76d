import type { FileTags } from "~/domain/media/file-tags";
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

/** What a WAV file says about itself; undefined if it says nothing, or cannot be read. */
export async function tagsIn(file: File): Promise<FileTags | undefined> {
  try {
    const { readWavTags } = await import("~/domain/media/wav-tags");
    const tags = await readWavTags(blobReader(file), file.size);
    return Object.keys(tags).length > 0 ? tags : undefined;
  } catch {
    return undefined;
  }
}

/** The longest that files wait for their tags, as one that lies in a cloud takes long to read. */
const MAX_WAIT_MS = 2_000;

/** What files that were chosen together say about themselves, as far as that is known in time. */
export function tagsInAll(files: readonly File[]): Promise<(FileTags | undefined)[]> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  return Promise.all(files.map((file) => Promise.race([tagsIn(file), late])));
}
