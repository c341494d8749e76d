import { checkChoice } from "./check-choice";
import type { FileChoice } from "./file-rules";

const COVER = 'This is a picture. If it is your cover art, choose it under "Artwork".';
const OTHER_PICTURE =
  'This is a picture, but not a JPEG. If it is your cover art, save it as a JPEG and choose it under "Artwork".';

/** Whether a file can be the artwork of the release. */
export function isCover(choice: FileChoice): boolean {
  return checkChoice("artwork", choice) === undefined;
}

/** Tells what became of a picture among the added files. */
export const coverText = (fileName: string) => `"${fileName}" is your artwork now.`;

const COVER_NAME = /cover|artwork|front|sleeve|folder/i;

export function findCover<F extends FileChoice>(files: readonly F[]): F | undefined {
  const covers = files.filter(isCover);
  return covers.find(({ name }) => COVER_NAME.test(name)) ?? covers[0];
}

/** The text for one of several chosen files that cannot be a track. */
export function checkAmongTracks(choice: FileChoice): string | undefined {
  const text = checkChoice("track", choice);
  if (text === undefined) return undefined;
  if (isCover(choice)) return COVER;
  return checkChoice("custom-artwork", choice) === undefined ? OTHER_PICTURE : text;
}
