import {
  type Artist,
  artists,
  type Release,
  releases,
  type Track,
  tracks,
} from "./spotify-catalogue";

/** Letters that stand for themselves however they are decomposed. */
const LETTERS: Record<string, string> = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l" };

/** Words without case and accents. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[øæœßđł]/g, (letter) => LETTERS[letter] ?? letter);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const FILTERS = ["album", "artist", "track", "isrc", "upc", "year"] as const;
type Filter = (typeof FILTERS)[number];
type Query = { words: string[] } & Partial<Record<Filter, string>>;

/** Takes `album:"…"`, `isrc:…` and the like out of a query; the rest are its words. */
function parseQuery(text: string): Query {
  const query: Query = { words: [] };
  const pattern = new RegExp(
    `(${FILTERS.join("|")}):(?:"([^"]*)"|(.*?)(?=\\s(?:${FILTERS.join("|")}):|$))`,
    "g",
  );
  const rest = text.replace(pattern, (_, name: Filter, quote?: string, plain?: string) => {
    query[name] = quote ?? plain ?? "";
    return " ";
  });
  return { ...query, words: wordsOf(rest) };
}

/** Whether every word asked for begins a word of the texts, as while somebody is typing. */
function holds(queryWords: readonly string[], ...texts: string[]): boolean {
  const words = texts.flatMap(wordsOf);
  return queryWords.every((word) => words.some((own) => own.startsWith(word)));
}

/** Whether a filter is absent or its words are in the texts. */
const passes = (filter: string | undefined, ...texts: string[]) =>
  filter === undefined || holds(wordsOf(filter), ...texts);

/** Whether a year or a range of years is absent or covers the date. */
function inYears(filter: string | undefined, date: string): boolean {
  if (filter === undefined) return true;
  const [from = "", to = from] = filter.split("-");
  return date.slice(0, 4) >= from.trim() && date.slice(0, 4) <= to.trim();
}

/** Best first: the very name, then names that begin with it, then the popular. */
function ranked<T extends { popularity: number }>(
  entries: T[],
  words: readonly string[],
  nameOf: (entry: T) => string,
): T[] {
  const wholeQuery = words.join(" ");
  const rank = (entry: T) => {
    const name = wordsOf(nameOf(entry)).join(" ");
    return name === wholeQuery ? 0 : name.startsWith(wholeQuery) ? 1 : 2;
  };
  return entries.sort((a, b) => rank(a) - rank(b) || b.popularity - a.popularity);
}

export function findArtists(text: string): Artist[] {
  const query = parseQuery(text);
  const { album, track, isrc, upc } = query;
  if ([album, track, isrc, upc].some((filter) => filter !== undefined)) return [];
  const matches = artists.filter(
    ({ name }) => holds(query.words, name) && passes(query.artist, name),
  );
  return ranked(matches, query.words, ({ name }) => name);
}

export function findReleases(text: string): Release[] {
  const query = parseQuery(text);
  if (query.track !== undefined || query.isrc !== undefined) return [];
  const matches = releases.filter(
    ({ title, artist, date, upc }) =>
      holds(query.words, title, artist.name) &&
      passes(query.album, title) &&
      passes(query.artist, artist.name) &&
      inYears(query.year, date) &&
      (query.upc === undefined || query.upc.trim().replace(/^0+/, "") === upc.replace(/^0+/, "")),
  );
  return ranked(matches, query.words, ({ title }) => title);
}

export function findTracks(text: string): Track[] {
  const query = parseQuery(text);
  if (query.upc !== undefined) return [];
  const matches = tracks.filter(({ title, artists: by, release, isrc }) => {
    const names = by.map(({ name }) => name);
    return (
      holds(query.words, title, release.title, ...names) &&
      passes(query.track, title) &&
      passes(query.album, release.title) &&
      passes(query.artist, ...names) &&
      inYears(query.year, release.date) &&
      (query.isrc === undefined || query.isrc.trim().toUpperCase() === isrc)
    );
  });
  return ranked(matches, query.words, ({ title }) => title);
}
