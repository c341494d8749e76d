import type { ArtistResult } from "./spotify-shapes";

// Looking an artist up on Spotify, as the page shows it. The server and the browser's own lookup
// answer in these shapes, so that one view serves both.

/** Characters a search needs (specification, portal, section 5, "Artist search"). */
export const MIN_QUERY = 2;
/** Milliseconds without a key before a search is sent. */
export const SEARCH_DELAY_MS = 300;
/** Artists asked for, and artists shown of them. */
export const ARTISTS_ASKED = 8;
export const ARTISTS_SHOWN = 5;

/** Why a lookup gave no answer, as far as it makes a difference to what the artist can do. */
export type LookupProblem = "not-found" | "too-many" | "unavailable";

/** A search for an artist. */
export type ArtistSearch =
  | { state: "idle" }
  /** The query is too short to be sent. */
  | { state: "short"; query: string }
  /** `artists` are those of the search before, which stay in sight meanwhile. */
  | { state: "searching"; artists: ArtistResult[] }
  | { state: "found"; query: string; artists: ArtistResult[] }
  | { state: "failed"; problem: LookupProblem };

/** Whether a link leads to the artist's profile. `error` is a sentence about the link itself. */
export type ProfileCheck =
  | { state: "unverified"; error?: string }
  | { state: "verifying" }
  | { state: "verified"; id: string; name: string; image: string | null }
  | { state: "failed"; problem: LookupProblem };

/** What a lookup tells: the word for its state, and one or two sentences on what to do. */
export interface LookupWords {
  title: string;
  hint: string;
}

/** Whether a query is long enough to be sent. */
export function isSearchable(query: string): boolean {
  return query.trim().length >= MIN_QUERY;
}

const searchHints: Record<LookupProblem, string> = {
  "not-found": "Search again, or enter the URL of your profile.",
  "too-many": "That was a lot of searches. Wait a minute, then search again.",
  unavailable: "Spotify isn't answering. Try again, or enter the URL of your profile.",
};

function foundWords(query: string, count: number): LookupWords {
  if (count === 0)
    return {
      title: `Spotify has no artist called "${query}".`,
      hint: "Check the spelling, or enter the URL of your profile.",
    };
  return {
    title: count === 1 ? "1 artist found." : `${count} artists found.`,
    hint: count === 1 ? "Choose it if it's you." : "Choose the one that's you.",
  };
}

/** What the page says about a search; empty while there is nothing to say. */
export function searchWords(search: ArtistSearch): LookupWords {
  switch (search.state) {
    case "idle":
      return { title: "", hint: "" };
    case "short":
      return search.query.trim() === ""
        ? { title: "Search query cannot be empty", hint: "Type your artist name." }
        : { title: `Type at least ${MIN_QUERY} characters.`, hint: "" };
    case "searching":
      return { title: "Searching…", hint: "" };
    case "found":
      return foundWords(search.query, Math.min(search.artists.length, ARTISTS_SHOWN));
    case "failed":
      return { title: "Search failed", hint: searchHints[search.problem] };
  }
}

const checkHints: Record<LookupProblem, string> = {
  "not-found": "Spotify has no artist at this link. Check it, or carry on with it as it is.",
  "too-many": "That was a lot of checks. Try again in a minute, or carry on.",
  unavailable: "Spotify isn't answering. Try again, or carry on: we'll check the link ourselves.",
};

/**
 * What the page says about the profile.
 * @param hasLink whether a link is there at all: none is needed, and the page says so.
 */
export function checkWords(check: ProfileCheck, hasLink: boolean): LookupWords {
  switch (check.state) {
    case "unverified":
      return {
        title: "Unverified",
        hint: hasLink
          ? "Check that the link is yours, or carry on without checking."
          : "No profile connected. You can carry on without one.",
      };
    case "verifying":
      return { title: "Verifying…", hint: "Asking Spotify whose profile this is." };
    case "verified":
      return { title: "Verified", hint: `Connected to ${check.name} on Spotify.` };
    case "failed":
      return { title: "Could not verify Spotify profile", hint: checkHints[check.problem] };
  }
}
