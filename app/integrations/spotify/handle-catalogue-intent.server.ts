import type { CatalogueItem } from "~/domain/catalogue/catalogue-item";
import {
  ADD_FAILED_TEXT,
  addedText,
  checkQuery,
  type FoundReleases,
  isListed,
  RESULTS_PER_TYPE,
  SEARCH_FAILED_TEXT,
} from "~/domain/catalogue/catalogue-search";
import { checkReleaseLink, releaseLink, shortLinkHint } from "~/domain/catalogue/check-link";
import {
  albumItem,
  type FoundRelease,
  foundRelease,
  itemWithoutDetails,
  trackItem,
} from "~/domain/catalogue/found-release";
import { findMusic, readAlbum, readTrack } from "./lookups.server";
import type { SpotifyClient } from "./spotify-client.server";
import { SpotifyError, spotifyNotConfigured } from "./spotify-error.server";

interface CatalogueFields {
  catalogueQuery: string;
  catalogueUrl: string;
}

interface ServedCatalogue {
  /** Displayed by the catalogue adder. */
  found: FoundReleases;
  /** The release to add to the list. */
  item?: CatalogueItem;
  error?: string;
  /** For the log. */
  failure?: SpotifyError;
}

type Release = Pick<FoundRelease, "type" | "id">;
type Answer<T> = { ok: true; value: T } | { ok: false; failure: SpotifyError };

async function tryCall<T>(
  client: SpotifyClient | undefined,
  call: (client: SpotifyClient) => Promise<T>,
): Promise<Answer<T>> {
  try {
    if (!client) throw spotifyNotConfigured();
    return { ok: true, value: await call(client) };
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error;
    return { ok: false, failure: error };
  }
}

async function search(client: SpotifyClient, query: string): Promise<FoundRelease[]> {
  const results = await findMusic(client, query, ["album", "track"], RESULTS_PER_TYPE);
  const releases = results.map(foundRelease);
  // Albums first, as in the browser's search.
  return releases.sort((a, b) => Number(a.type === "track") - Number(b.type === "track"));
}

async function readRelease(client: SpotifyClient, { type, id }: Release): Promise<CatalogueItem> {
  return type === "album"
    ? albumItem(id, await readAlbum(client, id))
    : trackItem(id, await readTrack(client, id));
}

async function serveSearch(query: string, client: SpotifyClient | undefined) {
  const error = checkQuery(query);
  if (error) return { found: { query, items: [] }, error };
  const answer = await tryCall(client, (spotify) => search(spotify, query));
  if (answer.ok) return { found: { query, items: answer.value, searched: true } };
  return {
    found: { query, items: [], error: SEARCH_FAILED_TEXT },
    failure: answer.failure,
  };
}

async function serveLink(fields: CatalogueFields, client: SpotifyClient | undefined) {
  const { catalogueQuery: query, catalogueUrl: url } = fields;
  const release = releaseLink(url);
  if (!release) {
    const error = [checkReleaseLink(url), shortLinkHint(url)].filter(Boolean).join(". ");
    return { found: { query, url, items: [] }, error };
  }
  const answer = await tryCall(client, (spotify) => readRelease(spotify, release));
  if (answer.ok)
    return { found: { query, items: [], added: addedText(answer.value) }, item: answer.value };
  return { found: { query, url, items: [] }, error: ADD_FAILED_TEXT, failure: answer.failure };
}

/** Adds a search result; the search is repeated, so that other results can be added too. */
async function serveFound(release: Release, query: string, client: SpotifyClient | undefined) {
  const [answer, others] = await Promise.all([
    tryCall(client, (spotify) => readRelease(spotify, release)),
    checkQuery(query) ? undefined : tryCall(client, (spotify) => search(spotify, query)),
  ]);
  const searchResult = others?.ok ? { items: others.value, searched: true } : { items: [] };
  const listedRelease = searchResult.items.find((result) => isListed([result], release));
  const item = answer.ok ? answer.value : listedRelease && itemWithoutDetails(listedRelease);
  const failure = answer.ok ? undefined : answer.failure;
  if (item) return { found: { query, ...searchResult, added: addedText(item) }, item, failure };
  return { found: { query, ...searchResult, error: ADD_FAILED_TEXT }, failure };
}

/**
 * Handles a button of the catalogue adder without script: `search-catalogue`, `add-url`, or `add-
 * found:album|track:ID`. Failures keep what was typed.
 * @param client undefined while Spotify is not connected.
 */
export async function handleCatalogueIntent(
  intent: string,
  fields: CatalogueFields,
  client: SpotifyClient | undefined,
): Promise<ServedCatalogue> {
  const [verb = "", type, id = ""] = intent.split(":");
  const query = fields.catalogueQuery.trim();
  if (verb === "search-catalogue") return serveSearch(query, client);
  if (verb === "add-url")
    return serveLink({ catalogueQuery: query, catalogueUrl: fields.catalogueUrl.trim() }, client);
  if (verb === "add-found" && (type === "album" || type === "track"))
    return serveFound({ type, id }, query, client);
  return { found: { query, items: [] } };
}
