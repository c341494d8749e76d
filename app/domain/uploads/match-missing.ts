import { isSameFileName } from "./receiving/object-key";
import type { UploadState } from "./upload-state";

/** A file that was chosen again, and what it is to go on with. */
interface Match {
  missing: UploadState;
  file: File;
}

/**
 * Finds which chosen files are those that a page lacks: by size and fingerprint, or by size and name
 * where none is known. Of files alike the name decides.
 * @param fingerprintOf of a file; undefined where it cannot be read.
 */
export async function matchMissing(
  files: readonly File[],
  missing: readonly UploadState[],
  fingerprintOf: (file: File) => Promise<string | undefined>,
): Promise<Match[]> {
  const matches: Match[] = [];
  const open = new Set(missing);
  for (const file of files) {
    const sameSize = [...open].filter(({ size }) => size === file.size);
    if (sameSize.length === 0) continue;
    const fingerprint = await fingerprintOf(file);
    const hasName = ({ fileName }: UploadState) => isSameFileName(fileName, file.name);
    const alike = sameSize.filter((state) =>
      state.fingerprint === undefined ? hasName(state) : state.fingerprint === fingerprint,
    );
    const match = alike.find(hasName) ?? alike[0];
    if (!match) continue;
    open.delete(match);
    matches.push({ missing: match, file });
  }
  return matches;
}
