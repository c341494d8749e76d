/** What sets a name or a number apart from the title behind it. */
const DASH = "[-–—]";
const SPACED_DASH = new RegExp(`\\s+${DASH}+\\s+`, "u");

/**
 * What may stand for a track's number at the start of a file name: a side and its track (A1), a
 * disc and its track (1-01), or a number, with what divides it from a title behind it.
 */
const NUMBERED = new RegExp(
  `^[[(]?(?:track\\s*)?([A-D][1-9]|[1-9]-0\\d|\\d{1,3})(\\s*(?:[.)\\]]|${DASH})+\\s*|\\s+)(?![-–—\\s])(.+)$`,
  "su",
);
const TRACK = /^([[(]?)track\s+(?=\d)/iu;

// Made when several files are dropped at once: every page of the music step would wait for it else.
let collator: Intl.Collator | undefined;

/** A file's name without its ending; underscores are the spaces that file names must not have. */
function bareName(fileName: string): string {
  const bare = fileName
    .normalize("NFC")
    .trim()
    .replace(/(?:\.wave?)+$/iu, "")
    .replace(/[_\s]+/gu, " ")
    .trim();
  return bare || fileName.trim();
}

/** Orders file names as people count: 2 before 10, and a name before the longer one it begins. */
export function byFileName(a: string, b: string): number {
  collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" });
  const order = collator.compare(bareName(a), bareName(b));
  if (order !== 0 || a === b) return order;
  return a < b ? -1 : 1;
}

/** A text as names are compared: letters and digits alone, without accents and case. */
const normalizeName = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/**
 * A text without the artist's name at its start. It must be set apart by a dash, so that "Low Tide"
 * stays whole for an artist called Low; a name of several words may be followed by a space alone.
 */
function withoutLeadingArtist(text: string, artistName: string): string {
  const artist = normalizeName(artistName);
  if (!artist) return text;
  const separatorPattern = /\S\s+\S/u.test(artistName.trim())
    ? new RegExp(`^(?:\\s*${DASH}+\\s*|\\s+)(?=\\S)`, "u")
    : new RegExp(`^\\s+${DASH}+\\s+(?=\\S)`, "u");
  for (let end = 1; end < text.length; end++) {
    const [separator] = (normalizeName(text.slice(0, end)) === artist && separatorPattern.exec(text.slice(end))) || [];
    if (separator !== undefined) return text.slice(end + separator.length);
  }
  return text;
}

/** The same at its end, behind a dash. */
function withoutTrailingArtist(text: string, artistName: string): string {
  const artist = normalizeName(artistName);
  const [, title, name = ""] = /^(.*\S)\s+[-–—]+\s+(.+)$/su.exec(text) ?? [];
  return artist && title && normalizeName(name) === artist ? title : text;
}

interface NumberedText {
  number: string;
  /** Whether it can be nothing but the number of a track. */
  isCertain: boolean;
  rest: string;
}

/**
 * The number that a text begins with, unless it is all there is. Alone, a number counts as the
 * track's when it is written as one: 01, A1, 1-01, "1. ", "1) " or "1 - ". "7 Rings", "1999",
 * "2-Step", "1.5 Miles" and "B4 I Go" are titles.
 */
function parseTrackNumber(text: string): NumberedText | undefined {
  const plain = text.replace(TRACK, "$1");
  const [, number = "", separator = "", rest = ""] = NUMBERED.exec(plain) ?? [];
  if (!number) return undefined;
  const isWrittenAsTrack =
    /^(?:0\d|[1-9]-0\d|[A-D][1-9])$/u.test(number) && !(number === "B4" && separator === " ");
  const isListNumber =
    /^\d{1,2}$/u.test(number) &&
    (/[)\]]/u.test(separator) || SPACED_DASH.test(separator) || (/\./u.test(separator) && !/^\d/u.test(rest)));
  return { number, isCertain: isWrittenAsTrack || isListNumber, rest };
}

/** Whether numbers follow each other without a gap, in whatever order. */
function isRun(numbers: readonly number[]): boolean {
  const sortedNumbers = [...numbers].sort((a, b) => a - b);
  return sortedNumbers.every(
    (number, index) => index === 0 || number === (sortedNumbers[index - 1] ?? 0) + 1,
  );
}

/**
 * Whether files that were chosen together are numbered: all of them begin with a number, no two
 * with the same, and either one is written as a track's number or they count on from each other.
 * Then "7 Rings" between "6 Tide" and "8 Ferry" is track 7.
 */
function areNumbered(texts: readonly string[]): boolean {
  const matches = texts.flatMap((text) => parseTrackNumber(text) ?? []);
  const distinct = new Set(matches.map(({ number }) => number));
  if (texts.length < 2 || distinct.size < texts.length) return false;
  return matches.some(({ isCertain }) => isCertain) || isRun(matches.map(({ number }) => Number(number)));
}

/**
 * Titles for tracks, by the names of their files: without ending, track number, the artist's name
 * and underscores, the words as they stand. What would leave nothing stays: "01.wav" becomes "01".
 * @param fileNames of all files that were chosen together, since they tell what a number means.
 */
export function titlesFromFiles(fileNames: readonly string[], artistName: string): string[] {
  const bare = fileNames.map(bareName);
  const withoutArtist = bare.map((text) => withoutLeadingArtist(text, artistName));
  const numbered = areNumbered(withoutArtist);
  return withoutArtist.map((text, index) => {
    const match = parseTrackNumber(text);
    const rest = match && (match.isCertain || numbered) ? match.rest : text;
    const title = withoutTrailingArtist(withoutLeadingArtist(rest, artistName), artistName);
    return title.replace(/^[-–—\s]+|[-–—\s]+$/gu, "") || (bare[index] ?? "");
  });
}
