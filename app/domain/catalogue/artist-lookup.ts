import type { ArtistResult } from "./spotify-shapes";

// Search for an artist on Spotify. The server and the browser use the same types, so that one view
// serves both.

/** Characters a search needs (specification, portal, section 5, "Artist search"). */
export const MIN_QUERY_LENGTH = 2;
/** Milliseconds without a key before a search is sent. */
export const SEARCH_DELAY_MS = 300;
export const MAX_ARTISTS_FETCHED = 8;
export const MAX_ARTISTS_DISPLAYED = 5;

export type LookupProblem = "not-found" | "too-many" | "unavailable";

export type ArtistSearch =
  | { state: "idle" }
  /** The query is too short to be sent. */
  | { state: "short"; query: string }
  /** `artists` of the previous search stay visible. */
  | { state: "searching"; artists: ArtistResult[] }
  | { state: "found"; query: string; artists: ArtistResult[] }
  | { state: "failed"; problem: LookupProblem };

/** `error` is about the link itself. */
export type ProfileCheck =
  | { state: "unverified"; error?: string }
  | { state: "verifying" }
  | { state: "verified"; id: string; name: string; image: string | null }
  | { state: "failed"; problem: LookupProblem };

export interface LookupText {
  title: string;
  hint: string;
}

export function isSearchable(query: string): boolean {
  return query.trim().length >= MIN_QUERY_LENGTH;
}

const searchHints: Record<LookupProblem, string> = {
  "not-found": "Search again, or enter the URL of your profile.",
  "too-many": "That was a lot of searches. Wait a minute, then search again.",
  unavailable: "Spotify isn't answering. Try again, or enter the URL of your profile.",
};

function foundText(query: string, count: number): LookupText {
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

/** Texts for the state of a search. */
export function searchText(search: ArtistSearch): LookupText {
  switch (search.state) {
    case "idle":
      return { title: "", hint: "" };
    case "short":
      return search.query.trim() === ""
        ? { title: "Search query cannot be empty", hint: "Type your artist name." }
        : { title: `Type at least ${MIN_QUERY_LENGTH} characters.`, hint: "" };
    case "searching":
      return { title: "Searching…", hint: "" };
    case "found":
      return foundText(search.query, Math.min(search.artists.length, MAX_ARTISTS_DISPLAYED));
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
 * Texts for the state of a profile check.
 * @param hasLink whether a link was entered; none is required.
 */
export function checkText(check: ProfileCheck, hasLink: boolean): LookupText {
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
