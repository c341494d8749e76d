import * as v from "valibot";
import type { CatalogueItem } from "./catalogue-item";
import { type MusicSearch, RESULTS_PER_TYPE } from "./catalogue-search";
import { albumItem, type FoundRelease, foundRelease, trackItem } from "./found-release";
import {
  browserDeps,
  type LiveSearch,
  type LookupAnswer,
  type LookupDeps,
  lookUp,
  searchAsTyped,
} from "./lookup-call.client";
import { albumMetadataSchema, musicResultSchema, trackMetadataSchema } from "./spotify-shapes";

const success = v.literal(true);
const foundSchema = v.object({ success, items: v.array(musicResultSchema) });
const albumSchema = v.object({ success, data: albumMetadataSchema });
const trackSchema = v.object({ success, data: trackMetadataSchema });

async function findType(
  deps: LookupDeps,
  type: FoundRelease["type"],
  query: string,
  signal: AbortSignal,
): Promise<LookupAnswer<FoundRelease[]>> {
  const params = new URLSearchParams({ q: query, type, limit: String(RESULTS_PER_TYPE) });
  const answer = await lookUp(deps, foundSchema, `/api/spotify/search/music?${params}`, {
    signal,
  });
  if (!answer.ok) return answer;
  const results = answer.value.items.filter((release) => release.type === type);
  return { ok: true, value: results.slice(0, RESULTS_PER_TYPE).map(foundRelease) };
}

/** Searches both types at once; one may fail without the other. */
async function findReleases(
  deps: LookupDeps,
  query: string,
  signal: AbortSignal,
): Promise<MusicSearch> {
  const [albums, tracks] = await Promise.all([
    findType(deps, "album", query, signal),
    findType(deps, "track", query, signal),
  ]);
  if (!albums.ok && !tracks.ok) return { state: "failed", problem: albums.problem, items: [] };
  const items = [...(albums.ok ? albums.value : []), ...(tracks.ok ? tracks.value : [])];
  const missing = albums.ok ? (tracks.ok ? undefined : "track") : "album";
  return { state: "found", query, items, ...(missing && { missing }) };
}

/** Search as you type for albums and tracks. @param items already displayed. */
export function liveMusicSearch(
  onChange: (search: MusicSearch) => void,
  items: readonly FoundRelease[] = [],
  deps: LookupDeps = browserDeps,
): LiveSearch {
  let current = items;
  return searchAsTyped<MusicSearch>(deps, {
    searching: () => ({ state: "searching", items: current }),
    find: (query, signal) => findReleases(deps, query, signal),
    // Typing too little, or clearing the field, is no error until the button is pressed.
    unsearchable: (query, isTyping) =>
      isTyping ? { state: "idle", items: [] } : { state: "short", query, items: [] },
    display: (search) => {
      current = search.items;
      onChange(search);
    },
  });
}

/** Reads the details of a release. */
export async function readRelease(
  { type, id }: Pick<FoundRelease, "type" | "id">,
  signal: AbortSignal,
  deps: LookupDeps = browserDeps,
): Promise<LookupAnswer<CatalogueItem>> {
  const path = `/api/spotify/${type}s/${id}/metadata`;
  if (type === "album") {
    const album = await lookUp(deps, albumSchema, path, { signal });
    return album.ok ? { ok: true, value: albumItem(id, album.value.data) } : album;
  }
  const track = await lookUp(deps, trackSchema, path, { signal });
  return track.ok ? { ok: true, value: trackItem(id, track.value.data) } : track;
}
