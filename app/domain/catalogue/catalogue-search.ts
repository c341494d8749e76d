import {
  isSearchable,
  type LookupProblem,
  type LookupText,
  MIN_QUERY_LENGTH,
} from "./artist-lookup";
import type { CatalogueItem } from "./catalogue-item";
import type { FoundRelease } from "./found-release";

// Search for releases to transfer, by the browser or, without script, by the server.

/** Specification, wizard, section 9. */
export const RESULTS_PER_TYPE = 5;
/** Specification, wizard, section 9. */
export const ADDED_NOTICE_MS = 3_000;

export const SEARCH_FAILED_TEXT = "Search failed";
export const ADD_FAILED_TEXT = "Error adding item to catalogue";

/** Albums first, then tracks. */
export interface FoundReleases {
  query: string;
  items: readonly FoundRelease[];
  /** Whether Spotify has answered, so that no items means no results. */
  searched?: boolean;
  error?: string;
  /** The typed link if it could not be added. */
  url?: string;
  /** Text about the added release. */
  added?: string;
}

export type MusicSearch =
  | { state: "idle"; items: readonly FoundRelease[] }
  /** The query is too short to be sent. */
  | { state: "short"; query: string; items: readonly FoundRelease[] }
  /** `items` of the previous search stay visible. */
  | { state: "searching"; items: readonly FoundRelease[] }
  /** `missing`: the type whose search failed. */
  | {
      state: "found";
      query: string;
      items: readonly FoundRelease[];
      missing?: FoundRelease["type"];
    }
  | { state: "failed"; problem: LookupProblem; items: readonly FoundRelease[] };

export const NOTHING_SEARCHED: MusicSearch = { state: "idle", items: [] };

/** @returns an error text; undefined for a valid query. */
export function checkQuery(query: string): string | undefined {
  if (query.trim() === "") return "Search query cannot be empty";
  return isSearchable(query) ? undefined : `Type at least ${MIN_QUERY_LENGTH} characters.`;
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

function foundText({ query, items, missing }: Extract<MusicSearch, { state: "found" }>) {
  if (missing) return { title: SEARCH_FAILED_TEXT, hint: missingHints[missing] };
  if (items.length === 0)
    return {
      title: `Spotify has no release called "${query}".`,
      hint: "Check the spelling, or enter the URL of your release.",
    };
  const count = items.length === 1 ? "1 release found." : `${items.length} releases found.`;
  return { title: count, hint: "Choose the ones you want to transfer." };
}

/** Texts for the state of a search. */
export function musicSearchText(search: MusicSearch): LookupText {
  switch (search.state) {
    case "idle":
      return { title: "", hint: "" };
    case "short":
      return { title: checkQuery(search.query) ?? "", hint: "" };
    case "searching":
      return { title: "Searching…", hint: "" };
    case "found":
      return foundText(search);
    case "failed":
      return { title: SEARCH_FAILED_TEXT, hint: searchHints[search.problem] };
  }
}

const addHints: Record<LookupProblem, string> = {
  "not-found": "Spotify has no release at this link. Check it and try again.",
  "too-many": "That was a lot at once. Try again in a minute.",
  unavailable: "Spotify isn't answering. Try again in a moment.",
};

export function addFailedText(problem: LookupProblem): LookupText {
  return { title: ADD_FAILED_TEXT, hint: addHints[problem] };
}

export function addedText({ title, artist }: Pick<CatalogueItem, "title" | "artist">): string {
  return artist ? `Added "${title}" by ${artist}.` : `Added "${title}".`;
}

export function isListed(
  items: readonly Pick<CatalogueItem, "type" | "id">[],
  { type, id }: Pick<FoundRelease, "type" | "id">,
): boolean {
  return items.some((item) => item.type === type && item.id === id);
}
