import * as v from "valibot";
import {
  albumPage,
  artistPage,
  trackPage,
  type UpstreamAlbum,
  type UpstreamArtist,
  type UpstreamTrack,
  upstreamAlbum,
  upstreamArtist,
  upstreamTrack,
} from "~/domain/catalogue/spotify-replies";
import type { Clock } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { type Fetcher, fetchJson, HttpError } from "~/platform/http-client";
import type { TokenCache } from "~/platform/token-cache";
import type { ResultCache } from "./result-cache.server";
import { SpotifyError, spotifyErrorFromHttp } from "./spotify-error.server";
import { type SpotifyCredentials, spotifyToken } from "./spotify-token.server";

const API = "https://api.spotify.com/v1";
/** Somebody waits for the reply. */
const TIMEOUT_MS = 8_000;
/** Since 2026 applications in development mode get at most ten results per request. */
const PAGE_SIZE = 10;
/** Spotify refuses longer queries. */
const MAX_QUERY = 250;
const SEARCH_TTL_SECONDS = 300;
const LOOKUP_TTL_SECONDS = 600;

export interface SpotifyClient {
  fetcher: Fetcher;
  credentials: SpotifyCredentials;
  /**
   * ISO 3166-1 alpha-2. Required: without a market, Spotify lists nothing as available to a client
   * without a user.
   */
  market: string;
  tokens: TokenCache;
  results: ResultCache;
  clock: Clock;
}

type Params = Record<string, string | number>;

function apiUrl(path: string, params: Params): URL {
  const url = new URL(`${API}${path}`);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value));
  return url;
}

/** A GET; retried once with a new token if the token was revoked. */
async function get(client: SpotifyClient, url: URL, isRetry = false): Promise<unknown> {
  const { tokens, clock, credentials } = client;
  const token = await spotifyToken(client.fetcher, credentials, tokens, clock);
  const request = new Request(url, { headers: { Authorization: `Bearer ${token}` } });
  try {
    return await fetchJson(client.fetcher, request, TIMEOUT_MS, clock);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status !== 401) throw spotifyErrorFromHttp(error);
    if (tokens.token?.value === token) tokens.token = undefined;
    if (isRetry) throw spotifyErrorFromHttp(error);
    return get(client, url, true);
  }
}

async function cachedGet<Schema extends v.GenericSchema>(
  client: SpotifyClient,
  schema: Schema,
  url: URL,
  ttlSeconds: number,
): Promise<v.InferOutput<Schema>> {
  const key = `spotify:${await sha256Hex(url.href)}`;
  const cacheEntry = v.safeParse(schema, await client.results.get(key));
  if (cacheEntry.success) return cacheEntry.output;
  const reply = v.safeParse(schema, await get(client, url));
  if (!reply.success)
    throw new SpotifyError("unavailable", "Spotify's reply has an unknown shape.");
  await client.results.put(key, reply.output, ttlSeconds);
  return reply.output;
}

interface Page<Entry> {
  total: number;
  items: (Entry | null)[];
}

/** Reads the first page, then all others at once. */
async function readPages<Entry>(
  limit: number,
  readPage: (part: { limit: number; offset: number }) => Promise<Page<Entry>>,
): Promise<Entry[]> {
  const part = (offset: number) => ({ limit: Math.min(PAGE_SIZE, limit - offset), offset });
  const first = await readPage(part(0));
  const offsets: number[] = [];
  for (let start = PAGE_SIZE; start < Math.min(limit, first.total); start += PAGE_SIZE)
    offsets.push(start);
  const others = await Promise.all(offsets.map((offset) => readPage(part(offset))));
  const entries = [first, ...others].flatMap(({ items }) => items);
  return entries.filter((entry) => entry !== null).slice(0, limit);
}

function search<Schema extends v.GenericSchema>(
  client: SpotifyClient,
  schema: Schema,
  type: string,
  query: string,
  part: { limit: number; offset: number },
): Promise<v.InferOutput<Schema>> {
  const params = { q: query.trim().slice(0, MAX_QUERY), type, market: client.market, ...part };
  return cachedGet(client, schema, apiUrl("/search", params), SEARCH_TTL_SECONDS);
}

/**
 * Matches in Spotify's order.
 * @param limit 1 to 50; one request for every ten.
 * @throws SpotifyError
 */
export function searchArtists(client: SpotifyClient, query: string, limit: number) {
  return readPages<UpstreamArtist>(
    limit,
    async (part) => (await search(client, artistPage, "artist", query, part)).artists,
  );
}

/** Like searchArtists. Found albums lack label, copyrights, tracks and UPC. */
export function searchAlbums(client: SpotifyClient, query: string, limit: number) {
  return readPages<UpstreamAlbum>(
    limit,
    async (part) => (await search(client, albumPage, "album", query, part)).albums,
  );
}

export function searchTracks(client: SpotifyClient, query: string, limit: number) {
  return readPages<UpstreamTrack>(
    limit,
    async (part) => (await search(client, trackPage, "track", query, part)).tracks,
  );
}

/** @throws SpotifyError `not-found`, without a request for an invalid id. */
async function getById<Schema extends v.GenericSchema>(
  client: SpotifyClient,
  schema: Schema,
  collection: string,
  id: string,
  params: Params = {},
): Promise<v.InferOutput<Schema>> {
  if (!/^[A-Za-z0-9]{22}$/.test(id)) throw new SpotifyError("not-found", "This is no Spotify id.");
  return cachedGet(client, schema, apiUrl(`/${collection}/${id}`, params), LOOKUP_TTL_SECONDS);
}

/** @throws SpotifyError */
export function getArtist(client: SpotifyClient, id: string): Promise<UpstreamArtist> {
  return getById(client, upstreamArtist, "artists", id);
}

/** @throws SpotifyError */
export function getAlbum(client: SpotifyClient, id: string): Promise<UpstreamAlbum> {
  return getById(client, upstreamAlbum, "albums", id, { market: client.market });
}

/** @throws SpotifyError */
export function getTrack(client: SpotifyClient, id: string): Promise<UpstreamTrack> {
  return getById(client, upstreamTrack, "tracks", id, { market: client.market });
}

/** Checks the credentials with one uncached request. @throws SpotifyError */
export async function testSpotify(client: SpotifyClient): Promise<void> {
  const params = { q: "a", type: "artist", market: client.market, limit: 1 };
  const reply = await get(client, apiUrl("/search", params));
  if (!v.is(artistPage, reply))
    throw new SpotifyError("unavailable", "Spotify's reply has an unknown shape.");
}
