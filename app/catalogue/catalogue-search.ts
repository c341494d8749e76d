import { isSearchable, type LookupProblem, type LookupWords, MIN_QUERY } from "./artist-lookup";
import type { CatalogueItem } from "./catalogue-item";
import type { FoundRelease } from "./found-release";

// Finding releases to transfer, as the page shows it: by a search of the browser's, or by one of
// the server's where there is no script.

/** Albums, and tracks, asked for and shown (specification, wizard, section 9). */
export const RESULTS_PER_TYPE = 5;
/** Milliseconds the notice of success stays (specification, wizard, section 9). */
export const ADDED_NOTICE_MS = 3_000;

export const SEARCH_FAILED_TEXT = "Search failed";
export const ADD_FAILED_TEXT = "Error adding item to catalogue";

/** What one search found: albums first, then tracks. */
export interface FoundReleases {
  query: string;
  items: readonly FoundRelease[];
  /** Whether Spotify has answered the search, so that no items mean that there are none. */
  searched?: boolean;
  /** Why there are none, or why one of them could not be added. */
  error?: string;
  /** A link as typed, when it could not be added. */
  url?: string;
  /** What was just added, in words. */
  added?: string;
}

/** A search for releases. */
export type MusicSearch =
  | { state: "idle"; items: readonly FoundRelease[] }
  /** The query is too short to be sent. */
  | { state: "short"; query: string; items: readonly FoundRelease[] }
  /** `items` are those of the search before, which stay in sight meanwhile. */
  | { state: "searching"; items: readonly FoundRelease[] }
  /** `missing` names what could not be searched, while the other could. */
  | {
      state: "found";
      query: string;
      items: readonly FoundRelease[];
      missing?: FoundRelease["type"];
    }
  | { state: "failed"; problem: LookupProblem; items: readonly FoundRelease[] };

export const NOTHING_SEARCHED: MusicSearch = { state: "idle", items: [] };

/** What is wrong with a query; undefined when it can be sent. */
export function checkQuery(query: string): string | undefined {
  if (query.trim() === "") return "Search query cannot be empty";
  return isSearchable(query) ? undefined : `Type at least ${MIN_QUERY} characters.`;
}

const searchHints: Record<LookupProblem, string> = {
  "not-found": "Search again, or enter the URL of your release.",
  "too-many": "That was a lot of searches. Wait a minute, then search again.",
  unavailable: "Spotify isn't answering. Try again, or enter the URL of your release.",
};

const missingHints: Record<FoundRelease["type"], string> = {
  album: "Only tracks could be searched. Search again for albums.",
  track: "Only albums could be searched. Search again for tracks.",
};

function foundWords({ query, items, missing }: Extract<MusicSearch, { state: "found" }>) {
  if (missing) return { title: SEARCH_FAILED_TEXT, hint: missingHints[missing] };
  if (items.length === 0)
    return {
      title: `Spotify has no release called "${query}".`,
      hint: "Check the spelling, or enter the URL of your release.",
    };
  const count = items.length === 1 ? "1 release found." : `${items.length} releases found.`;
  return { title: count, hint: "Choose the ones you want to transfer." };
}

/** What the page says about a search; empty while there is nothing to say. */
export function musicSearchWords(search: MusicSearch): LookupWords {
  switch (search.state) {
    case "idle":
      return { title: "", hint: "" };
    case "short":
      return { title: checkQuery(search.query) ?? "", hint: "" };
    case "searching":
      return { title: "Searching…", hint: "" };
    case "found":
      return foundWords(search);
    case "failed":
      return { title: SEARCH_FAILED_TEXT, hint: searchHints[search.problem] };
  }
}

const addHints: Record<LookupProblem, string> = {
  "not-found": "Spotify has no release at this link. Check it and try again.",
  "too-many": "That was a lot at once. Try again in a minute.",
  unavailable: "Spotify isn't answering. Try again in a moment.",
};

/** What the page says when a link could not be added. */
export function addFailedWords(problem: LookupProblem): LookupWords {
  return { title: ADD_FAILED_TEXT, hint: addHints[problem] };
}

/** What the page says when a release was added. */
export function addedText({ title, artist }: Pick<CatalogueItem, "title" | "artist">): string {
  return artist ? `Added "${title}" by ${artist}.` : `Added "${title}".`;
}

/** Whether a list of releases holds this one. */
export function isListed(
  items: readonly Pick<CatalogueItem, "type" | "id">[],
  { type, id }: Pick<FoundRelease, "type" | "id">,
): boolean {
  return items.some((one) => one.type === type && one.id === id);
}
