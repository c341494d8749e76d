import type { CatalogueItem } from "./catalogue-item";
import {
  ADD_FAILED_TEXT,
  addedText,
  checkQuery,
  type FoundReleases,
  isListed,
  RESULTS_PER_TYPE,
  SEARCH_FAILED_TEXT,
} from "./catalogue-search";
import { checkReleaseLink, releaseLink, shortLinkHint } from "./check-link";
import {
  albumItem,
  type FoundRelease,
  foundRelease,
  itemWithoutDetails,
  trackItem,
} from "./found-release";
import { findMusic, readAlbum, readTrack } from "./lookups.server";
import type { SpotifyClient } from "./spotify-client.server";
import { SpotifyError, spotifyNotConfigured } from "./spotify-error.server";

/** What the catalogue adder's fields hold when one of its buttons is pressed. */
interface CatalogueFields {
  catalogueQuery: string;
  catalogueUrl: string;
}

/** What a button of the catalogue adder did. */
interface ServedCatalogue {
  /** What the adder shows then. */
  found: FoundReleases;
  /** The release to put on the list. */
  item?: CatalogueItem;
  /** What is wrong with the field that belongs to the button. */
  error?: string;
  /** Why Spotify gave no answer, for the log. */
  failure?: SpotifyError;
}

type Release = Pick<FoundRelease, "type" | "id">;
type Answer<T> = { ok: true; value: T } | { ok: false; failure: SpotifyError };

async function answerOf<T>(
  client: SpotifyClient | undefined,
  ask: (client: SpotifyClient) => Promise<T>,
): Promise<Answer<T>> {
  try {
    if (!client) throw spotifyNotConfigured();
    return { ok: true, value: await ask(client) };
  } catch (error) {
    if (!(error instanceof SpotifyError)) throw error;
    return { ok: false, failure: error };
  }
}

async function search(client: SpotifyClient, query: string): Promise<FoundRelease[]> {
  const results = await findMusic(client, query, ["album", "track"], RESULTS_PER_TYPE);
  const releases = results.map(foundRelease);
  // Albums first, as the browser's own search shows them.
  return releases.sort((a, b) => Number(a.type === "track") - Number(b.type === "track"));
}

async function read(client: SpotifyClient, { type, id }: Release): Promise<CatalogueItem> {
  return type === "album"
    ? albumItem(id, await readAlbum(client, id))
    : trackItem(id, await readTrack(client, id));
}

async function serveSearch(query: string, client: SpotifyClient | undefined) {
  const error = checkQuery(query);
  if (error) return { found: { query, items: [] }, error };
  const answer = await answerOf(client, (it) => search(it, query));
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
  const answer = await answerOf(client, (it) => read(it, release));
  if (answer.ok)
    return { found: { query, items: [], added: addedText(answer.value) }, item: answer.value };
  return { found: { query, url, items: [] }, error: ADD_FAILED_TEXT, failure: answer.failure };
}

/** Adds one of a search's results; the others are found once more, so that they can be added too. */
async function serveFound(release: Release, query: string, client: SpotifyClient | undefined) {
  const [answer, others] = await Promise.all([
    answerOf(client, (it) => read(it, release)),
    checkQuery(query) ? undefined : answerOf(client, (it) => search(it, query)),
  ]);
  const again = others?.ok ? { items: others.value, searched: true } : { items: [] };
  const listedRelease = again.items.find((one) => isListed([one], release));
  const item = answer.ok ? answer.value : listedRelease && itemWithoutDetails(listedRelease);
  const failure = answer.ok ? undefined : answer.failure;
  if (item) return { found: { query, ...again, added: addedText(item) }, item, failure };
  return { found: { query, ...again, error: ADD_FAILED_TEXT }, failure };
}

/**
 * Does what a button of the catalogue adder asks for, for a page without script:
 * `search-catalogue`, `add-url`, or `add-found:album|track:ID`. Failures of Spotify are told in the
 * specification's words and lose nothing that was typed.
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
