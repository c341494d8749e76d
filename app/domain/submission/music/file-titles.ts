import type { TrackTags } from "./assign-files";

const DASH = "[-–—]";
const SPACED_DASH = new RegExp(`\\s${DASH}+\\s`, "u");

/**
 * A track number at the start of a file name: side and track (A1), disc and track (1-01), or a
 * number, with the separator before the title.
 */
const NUMBERED = new RegExp(
  `^[[(]?(?:track\\s*)?([A-D][1-9]|[1-9]-0\\d|\\d{1,3})(\\s*(?:[.)\\]]|${DASH})+\\s*|\\s+)(?=[^-–—\\s])`,
  "u",
);
const TRACK = /^([[(]?)track\s+(?=\d)/iu;

// Created on first use, as it is slow to create.
let collator: Intl.Collator | undefined;

/** A file name without its extension, with spaces for underscores. */
function bareName(fileName: string): string {
  const bare = fileName
    .normalize("NFC")
    .trim()
    .replace(/(?<!\.wave?)(?:\.wave?)+$/iu, "")
    .replace(/[_\s]+/gu, " ")
    .trim();
  return bare || fileName.trim();
}

/** Orders file names with numbers by value, and a name before the longer one it begins. */
export function byFileName(a: string, b: string): number {
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const order = collator.compare(bareName(a), bareName(b));
  if (order !== 0 || a === b) return order;
  return a < b ? -1 : 1;
}

/**
 * For comparing names: letters and digits only, without accents and case. In capitals, because these
 * do not depend on the letters around them.
 */
export const normalizeName = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toUpperCase();

/**
 * Removes the artist's name at the start of a text. A dash must follow, so that "Low Tide" stays
 * whole for an artist called Low; after a name of several words a space is enough.
 */
function withoutLeadingArtist(text: string, artistName: string): string {
  const artist = normalizeName(artistName);
  if (!artist) return text;
  const separatorPattern = /\S\s+\S/u.test(artistName.trim())
    ? new RegExp(`^(?:\\s*${DASH}+\\s*|\\s+)(?=\\S)`, "u")
    : new RegExp(`^\\s+${DASH}+\\s+(?=\\S)`, "u");
  let start = "";
  let end = 0;
  for (const character of text) {
    start += normalizeName(character);
    end += character.length;
    if (start.length > artist.length) break;
    const [separator] = (start === artist && separatorPattern.exec(text.slice(end))) || [];
    if (separator !== undefined) return text.slice(end + separator.length);
  }
  return text;
}

function withoutTrailingArtist(text: string, artistName: string): string {
  const artist = normalizeName(artistName);
  const [, title, name = ""] = /^(.*\S) [-–—]+ (.+)$/su.exec(text) ?? [];
  return artist && title && normalizeName(name) === artist ? title : text;
}

/**
 * The number at the start of a text with more behind it. On its own only 01, A1, 1-01, "1. ", "1) "
 * or "1 - " is certainly a track number; "7 Rings", "1999", "2-Step", "1.5 Miles" and "B4 I Go" are
 * titles.
 */
function parseTrackNumber(text: string) {
  const plain = text.replace(TRACK, "$1");
  const [start = "", number = "", separator = ""] = NUMBERED.exec(plain) ?? [];
  if (!number) return undefined;
  const rest = plain.slice(start.length);
  const isWrittenAsTrack =
    /^(?:0\d|[1-9]-0\d|[A-D][1-9])$/u.test(number) && !(number === "B4" && separator === " ");
  const isListNumber =
    /^\d{1,2}$/u.test(number) &&
    (/[)\]]/u.test(separator) ||
      SPACED_DASH.test(separator) ||
      (/\./u.test(separator) && !/^\d/u.test(rest)));
  return { number, isCertain: isWrittenAsTrack || isListNumber, rest };
}

function isRun(numbers: readonly number[]): boolean {
  const sortedNumbers = [...numbers].sort((a, b) => a - b);
  return sortedNumbers.every(
    (number, index) => index === 0 || number === (sortedNumbers[index - 1] ?? 0) + 1,
  );
}

/**
 * Whether files chosen together are numbered: each begins with a different number, and one is
 * written as a track number or all are consecutive. So "7 Rings" between "6 Tide" and "8 Ferry" is
 * track 7.
 */
function areNumbered(texts: readonly string[]): boolean {
  const matches = texts.flatMap((text) => parseTrackNumber(text) ?? []);
  const distinct = new Set(matches.map(({ number }) => number));
  if (texts.length < 2 || distinct.size < texts.length) return false;
  return (
    matches.some(({ isCertain }) => isCertain) || isRun(matches.map(({ number }) => Number(number)))
  );
}

/**
 * Puts files that were chosen together in the order of their names; by the numbers in their tags
 * where each has its own and their names have none.
 */
export function inTrackOrder<T extends { fileName: string; tags?: TrackTags | undefined }>(
  files: readonly T[],
  artistName: string,
): T[] {
  const sorted = [...files].sort((a, b) => byFileName(a.fileName, b.fileName));
  const tagNumbers = new Set(sorted.flatMap(({ tags }) => tags?.trackNumber ?? []));
  const names = sorted.map(({ fileName }) => withoutLeadingArtist(bareName(fileName), artistName));
  if (tagNumbers.size < sorted.length || areNumbered(names)) return sorted;
  return sorted.sort((a, b) => (a.tags?.trackNumber ?? 0) - (b.tags?.trackNumber ?? 0));
}

/**
 * Track titles from file names: without extension, track number, artist's name and underscores. A
 * title is never empty: "01.wav" becomes "01".
 * @param fileNames of all files chosen together, which tell what a number means.
 */
export function titlesFromFiles(fileNames: readonly string[], artistName: string): string[] {
  const bare = fileNames.map(bareName);
  const withoutArtist = bare.map((text) => withoutLeadingArtist(text, artistName));
  const numbered = areNumbered(withoutArtist);
  return withoutArtist.map((text, index) => {
    const match = parseTrackNumber(text);
    const rest = match && (match.isCertain || numbered) ? match.rest : text;
    const title = withoutTrailingArtist(withoutLeadingArtist(rest, artistName), artistName);
    return title.replace(/^[-–—\s]+|(?<![-–—\s])[-–—\s]+$/gu, "") || (bare[index] ?? "");
  });
}
