import {
  type Artist,
  artists,
  type Release,
  releases,
  type Track,
  tracks,
} from "./spotify-catalogue";

/** Letters that Unicode does not decompose. */
const LETTERS: Record<string, string> = { ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l" };

/** Words without case and accents. */
function toWords(text: string): string[] {
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

/** Parses filters such as `album:"…"` and `isrc:…`; the rest are the query's words. */
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
  return { ...query, words: toWords(rest) };
}

/** Whether every word of the query is the beginning of a word in the texts. */
function containsWords(queryWords: readonly string[], ...texts: string[]): boolean {
  const words = texts.flatMap(toWords);
  return queryWords.every((word) => words.some((textWord) => textWord.startsWith(word)));
}

const matchesFilter = (filter: string | undefined, ...texts: string[]) =>
  filter === undefined || containsWords(toWords(filter), ...texts);

/** Whether a year or a range of years is absent or covers the date. */
function matchesYears(filter: string | undefined, date: string): boolean {
  if (filter === undefined) return true;
  const [from = "", to = from] = filter.split("-");
  return date.slice(0, 4) >= from.trim() && date.slice(0, 4) <= to.trim();
}

/** Sorts exact names first, then names that begin with the query, then by popularity. */
function sortByRank<T extends { popularity: number }>(
  entries: T[],
  words: readonly string[],
  getName: (entry: T) => string,
): T[] {
  const wholeQuery = words.join(" ");
  const rank = (entry: T) => {
    const name = toWords(getName(entry)).join(" ");
    return name === wholeQuery ? 0 : name.startsWith(wholeQuery) ? 1 : 2;
  };
  return entries.sort((a, b) => rank(a) - rank(b) || b.popularity - a.popularity);
}

export function findArtists(text: string): Artist[] {
  const query = parseQuery(text);
  const { album, track, isrc, upc } = query;
  if ([album, track, isrc, upc].some((filter) => filter !== undefined)) return [];
  const matches = artists.filter(
    ({ name }) => containsWords(query.words, name) && matchesFilter(query.artist, name),
  );
  return sortByRank(matches, query.words, ({ name }) => name);
}

export function findReleases(text: string): Release[] {
  const query = parseQuery(text);
  if (query.track !== undefined || query.isrc !== undefined) return [];
  const matches = releases.filter(
    ({ title, artist, date, upc }) =>
      containsWords(query.words, title, artist.name) &&
      matchesFilter(query.album, title) &&
      matchesFilter(query.artist, artist.name) &&
      matchesYears(query.year, date) &&
      (query.upc === undefined || query.upc.trim().replace(/^0+/, "") === upc.replace(/^0+/, "")),
  );
  return sortByRank(matches, query.words, ({ title }) => title);
}

export function findTracks(text: string): Track[] {
  const query = parseQuery(text);
  if (query.upc !== undefined) return [];
  const matches = tracks.filter(({ title, artists: trackArtists, release, isrc }) => {
    const names = trackArtists.map(({ name }) => name);
    return (
      containsWords(query.words, title, release.title, ...names) &&
      matchesFilter(query.track, title) &&
      matchesFilter(query.album, release.title) &&
      matchesFilter(query.artist, ...names) &&
      matchesYears(query.year, release.date) &&
      (query.isrc === undefined || query.isrc.trim().toUpperCase() === isrc)
    );
  });
  return sortByRank(matches, query.words, ({ title }) => title);
}
