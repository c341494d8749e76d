import * as v from "valibot";
import {
  ARTISTS_ASKED,
  ARTISTS_SHOWN,
  type ArtistSearch,
  isSearchable,
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
  const params = new URLSearchParams({ q: query, limit: String(ARTISTS_ASKED) });
  const path = `/api/spotify/search/artists?${params}`;
  const answer = await lookUp(deps, foundSchema, path, { signal });
  return answer.ok
    ? ({ state: "found", query, artists: answer.value.artists.slice(0, ARTISTS_SHOWN) } as const)
    : ({ state: "failed", problem: answer.problem } as const);
}

/** A search that goes along with typing. */
export interface LiveSearch {
  /** The query changed: searches once no key was pressed for 300 ms. */
  type: (query: string) => void;
  /** Searches at once. */
  now: (query: string) => void;
  /** Forgets everything that is still on its way. */
  stop: () => void;
}

/**
 * Searches for artists while a name is typed. A new query aborts the one before, and a reply that
 * comes late all the same is never shown.
 */
export function liveSearch(
  show: (search: ArtistSearch) => void,
  deps: LookupDeps = browserDeps,
): LiveSearch {
  let stop = () => {};
  let current: ArtistResult[] = [];

  function begin(query: string, wait: number): void {
    const abort = new AbortController();
    const callOff = deps.after(wait, async () => {
      show({ state: "searching", artists: current });
      const search = await findArtists(deps, query, abort.signal);
      if (abort.signal.aborted) return;
      current = search.state === "found" ? search.artists : [];
      show(search);
    });
    stop = () => {
      callOff();
      abort.abort();
    };
  }

  function start(query: string, wait: number): void {
    stop();
    if (isSearchable(query)) {
      begin(query.trim(), wait);
      return;
    }
    current = [];
    const quiet = wait > 0 && query.trim() === "";
    show(quiet ? { state: "idle" } : { state: "short", query });
  }

  return {
    type: (query) => start(query, SEARCH_DELAY_MS),
    now: (query) => start(query, 0),
    stop: () => stop(),
  };
}

/**
 * Asks whose profile a link leads to. A text that is no link to an artist is never sent.
 * @returns `unverified` with the specification's text for such a text.
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
