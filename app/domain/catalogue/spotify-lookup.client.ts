import * as v from "valibot";
import {
  type ArtistSearch,
  MAX_ARTISTS_DISPLAYED,
  MAX_ARTISTS_FETCHED,
  type ProfileCheck,
} from "./artist-lookup";
import { checkArtistLink } from "./check-link";
import {
  browserDeps,
  type LiveSearch,
  type LookupDeps,
  lookUp,
  searchAsTyped,
} from "./lookup-call.client";
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

/** Search as you type for artists. */
export function liveSearch(
  onChange: (search: ArtistSearch) => void,
  deps: LookupDeps = browserDeps,
): LiveSearch {
  let current: ArtistResult[] = [];
  return searchAsTyped<ArtistSearch>(deps, {
    searching: () => ({ state: "searching", artists: current }),
    find: (query, signal) => findArtists(deps, query, signal),
    unsearchable: (query, isTyping) =>
      isTyping && query.trim() === "" ? { state: "idle" } : { state: "short", query },
    display: (search) => {
      current = "artists" in search ? search.artists : [];
      onChange(search);
    },
  });
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
