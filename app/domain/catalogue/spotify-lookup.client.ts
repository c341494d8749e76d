import * as v from "valibot";
import {
  type ArtistSearch,
  isSearchable,
  MAX_ARTISTS_DISPLAYED,
  MAX_ARTISTS_FETCHED,
  type ProfileCheck,
  SEARCH_DELAY_MS,
} from "./artist-lookup";
import { checkArtistLink } from "./check-link";
import { browserDeps, type LookupDeps, lookUp } from "./lookup-call.client";
import { spotifyArtistId } from "./spotify-link";
import { type ArtistResult, artistResultSchema } from "./spotify-shapes";

const foundSchema = v.object({ success: v.literal(true), artists: v.array(artistResultSchema) });
const verifiedSchema = v.object({
  valid: v.literal(true),
  artistName: v.string(),
  artistImage: v.nullable(v.string()),
});

async function findArtists(deps: LookupDeps, query: string, signal: AbortSignal) {
  const params = new URLSearchParams({ q: query, limit: String(MAX_ARTISTS_FETCHED) });
  const path = `/api/spotify/search/artists?${params}`;
  const answer = await lookUp(deps, foundSchema, path, { signal });
  return answer.ok
    ? ({
        state: "found",
        query,
        artists: answer.value.artists.slice(0, MAX_ARTISTS_DISPLAYED),
      } as const)
    : ({ state: "failed", problem: answer.problem } as const);
}

/** Search as you type. */
export interface LiveSearch {
  /** Searches after 300 ms without a key press. */
  type: (query: string) => void;
  /** Searches at once. */
  now: (query: string) => void;
  /** Cancels pending searches. */
  stop: () => void;
}

/**
 * Search as you type for artists. A new query cancels the previous one, and late replies are
 * ignored.
 */
export function liveSearch(
  onChange: (search: ArtistSearch) => void,
  deps: LookupDeps = browserDeps,
): LiveSearch {
  let stop = () => {};
  let current: ArtistResult[] = [];

  function schedule(query: string, delay: number): void {
    const abort = new AbortController();
    const cancel = deps.schedule(delay, async () => {
      onChange({ state: "searching", artists: current });
      const search = await findArtists(deps, query, abort.signal);
      if (abort.signal.aborted) return;
      current = search.state === "found" ? search.artists : [];
      onChange(search);
    });
    stop = () => {
      cancel();
      abort.abort();
    };
  }

  function start(query: string, delay: number): void {
    stop();
    if (isSearchable(query)) {
      schedule(query.trim(), delay);
      return;
    }
    current = [];
    const isIdle = delay > 0 && query.trim() === "";
    onChange(isIdle ? { state: "idle" } : { state: "short", query });
  }

  return {
    type: (query) => start(query, SEARCH_DELAY_MS),
    now: (query) => start(query, 0),
    stop: () => stop(),
  };
}

/**
 * Looks up the profile of a link. An invalid link is not sent.
 * @returns `unverified` with an error text for an invalid link.
 */
export async function checkProfile(
  link: string,
  signal: AbortSignal,
  deps: LookupDeps = browserDeps,
): Promise<ProfileCheck> {
  const id = spotifyArtistId(link);
  if (!id) return { state: "unverified", error: checkArtistLink(link) };
  const answer = await lookUp(deps, verifiedSchema, "/api/spotify/verify/artist", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ artistUrl: link }),
    signal,
  });
  if (!answer.ok) return { state: "failed", problem: answer.problem };
  return {
    state: "verified",
    id,
    name: answer.value.artistName,
    image: answer.value.artistImage,
  };
}
