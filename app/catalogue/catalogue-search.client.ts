import * as v from "valibot";
import { isSearchable, SEARCH_DELAY_MS } from "./artist-lookup";
import type { CatalogueItem } from "./catalogue-item";
import { type MusicSearch, RESULTS_PER_TYPE } from "./catalogue-search";
import { albumItem, type FoundRelease, foundRelease, trackItem } from "./found-release";
import { browserDeps, type LookupAnswer, type LookupDeps, lookUp } from "./lookup-call.client";
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
  const results = answer.value.items.filter((one) => one.type === type);
  return { ok: true, value: results.slice(0, RESULTS_PER_TYPE).map(foundRelease) };
}

/** Albums and tracks at the same time; what one of them cannot find does not cost the other. */
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

/** A search that goes along with typing. */
export interface LiveMusicSearch {
  /** The query changed: searches once no key was pressed for 300 ms. */
  type: (query: string) => void;
  /** Searches at once. */
  now: (query: string) => void;
  /** Forgets everything that is still on its way. */
  stop: () => void;
}

/**
 * Searches for albums and tracks while a name is typed. A new query aborts the one before, and a
 * reply that comes late all the same is never shown.
 * @param items what is in sight already.
 */
export function liveMusicSearch(
  show: (search: MusicSearch) => void,
  items: readonly FoundRelease[] = [],
  deps: LookupDeps = browserDeps,
): LiveMusicSearch {
  let stop = () => {};
  let current = items;

  function tell(search: MusicSearch): void {
    current = search.items;
    show(search);
  }

  function begin(query: string, wait: number): void {
    const abort = new AbortController();
    const callOff = deps.after(wait, async () => {
      tell({ state: "searching", items: current });
      const search = await findReleases(deps, query, abort.signal);
      if (!abort.signal.aborted) tell(search);
    });
    stop = () => {
      callOff();
      abort.abort();
    };
  }

  function start(query: string, wait: number): void {
    stop();
    if (isSearchable(query)) begin(query.trim(), wait);
    // Nobody who is only just typing, or has emptied the field, asked for anything yet.
    else tell(wait > 0 ? { state: "idle", items: [] } : { state: "short", query, items: [] });
  }

  return {
    type: (query) => start(query, SEARCH_DELAY_MS),
    now: (query) => start(query, 0),
    stop: () => stop(),
  };
}

/** Everything about a release, as it is transferred; or why it cannot be read. */
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
