import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { sha256Hex } from "~/platform/hash";
import { type Fetcher, fetchJson, HttpError } from "~/platform/http-client";
import type { TokenCache } from "~/platform/token-cache";
import type { ResultCache } from "./result-cache.server";
import { SpotifyError, spotifyErrorFromHttp } from "./spotify-error.server";
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
} from "./spotify-replies";
import { type SpotifyCredentials, spotifyToken } from "./spotify-token.server";

const API = "https://api.spotify.com/v1";
/** Somebody is typing and waits. */
const TIMEOUT_MS = 8_000;
/** Since 2026 applications in development mode get at most ten results per request. */
const PAGE_SIZE = 10;
/** Spotify refuses longer queries. */
const MAX_QUERY = 250;
const SEARCH_TTL_SECONDS = 300;
const LOOKUP_TTL_SECONDS = 600;

/** Whom to ask, as whom, and what is remembered between requests. */
export interface SpotifyClient {
  send: Fetcher;
  credentials: SpotifyCredentials;
  /** ISO 3166-1 alpha-2; without it a client without a user gets what is available nowhere. */
  market: string;
  tokens: TokenCache;
  results: ResultCache;
  clock: Clock;
}

type Params = Record<string, string | number>;

function address(path: string, params: Params): URL {
  const url = new URL(`${API}${path}`);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value));
  return url;
}

/** One GET. A token that was taken back before its time is replaced once. */
async function send(client: SpotifyClient, url: URL, isRetry = false): Promise<unknown> {
  const { tokens, clock, credentials } = client;
  const token = await spotifyToken(client.send, credentials, tokens, clock);
  const request = new Request(url, { headers: { Authorization: `Bearer ${token}` } });
  try {
    return await fetchJson(client.send, request, TIMEOUT_MS, clock);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    if (error.status !== 401) throw spotifyErrorFromHttp(error);
    if (tokens.token?.value === token) tokens.token = undefined;
    if (isRetry) throw spotifyErrorFromHttp(error);
    return send(client, url, true);
  }
}

async function ask<Schema extends v.GenericSchema>(
  client: SpotifyClient,
  schema: Schema,
  url: URL,
  ttlSeconds: number,
): Promise<v.InferOutput<Schema>> {
  const key = `spotify:${await sha256Hex(url.href)}`;
  const cacheEntry = v.safeParse(schema, await client.results.get(key));
  if (cacheEntry.success) return cacheEntry.output;
  const reply = v.safeParse(schema, await send(client, url));
  if (!reply.success)
    throw new SpotifyError("unavailable", "Spotify's reply has an unknown shape.");
  await client.results.put(key, reply.output, ttlSeconds);
  return reply.output;
}

interface Page<Entry> {
  total: number;
  items: (Entry | null)[];
}

/** Reads as many pages as `limit` needs and Spotify has: the first, then the others at once. */
async function readPages<Entry>(
  limit: number,
  readPage: (part: { limit: number; offset: number }) => Promise<Page<Entry>>,
): Promise<Entry[]> {
  const part = (offset: number) => ({ limit: Math.min(PAGE_SIZE, limit - offset), offset });
  const first = await readPage(part(0));
  const offsets: number[] = [];
  for (let at = PAGE_SIZE; at < Math.min(limit, first.total); at += PAGE_SIZE) offsets.push(at);
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
  return ask(client, schema, address("/search", params), SEARCH_TTL_SECONDS);
}

/**
 * The best matches for a query, in Spotify's order.
 * @param limit 1 to 50; Spotify is asked once for every ten.
 * @throws SpotifyError
 */
export function searchArtists(client: SpotifyClient, query: string, limit: number) {
  return readPages<UpstreamArtist>(
    limit,
    async (part) => (await search(client, artistPage, "artist", query, part)).artists,
  );
}

/** As searchArtists. The albums lack what only `getAlbum` tells: label, copyrights, tracks, UPC. */
export function searchAlbums(client: SpotifyClient, query: string, limit: number) {
  return readPages<UpstreamAlbum>(
    limit,
    async (part) => (await search(client, albumPage, "album", query, part)).albums,
  );
}

/** As searchArtists. */
export function searchTracks(client: SpotifyClient, query: string, limit: number) {
  return readPages<UpstreamTrack>(
    limit,
    async (part) => (await search(client, trackPage, "track", query, part)).tracks,
  );
}

/** @throws SpotifyError `not-found` without asking for what cannot be an id. */
async function getOne<Schema extends v.GenericSchema>(
  client: SpotifyClient,
  schema: Schema,
  room: string,
  id: string,
  params: Params = {},
): Promise<v.InferOutput<Schema>> {
  if (!/^[A-Za-z0-9]{22}$/.test(id)) throw new SpotifyError("not-found", "This is no Spotify id.");
  return ask(client, schema, address(`/${room}/${id}`, params), LOOKUP_TTL_SECONDS);
}

/** @throws SpotifyError */
export function getArtist(client: SpotifyClient, id: string): Promise<UpstreamArtist> {
  return getOne(client, upstreamArtist, "artists", id);
}

/** @throws SpotifyError */
export function getAlbum(client: SpotifyClient, id: string): Promise<UpstreamAlbum> {
  return getOne(client, upstreamAlbum, "albums", id, { market: client.market });
}

/** @throws SpotifyError */
export function getTrack(client: SpotifyClient, id: string): Promise<UpstreamTrack> {
  return getOne(client, upstreamTrack, "tracks", id, { market: client.market });
}

/**
 * Whether the credentials open the API just now: asks for one result, past every cache.
 * @throws SpotifyError
 */
export async function testSpotify(client: SpotifyClient): Promise<void> {
  const params = { q: "a", type: "artist", market: client.market, limit: 1 };
  const reply = await send(client, address("/search", params));
  if (!v.is(artistPage, reply))
    throw new SpotifyError("unavailable", "Spotify's reply has an unknown shape.");
}
