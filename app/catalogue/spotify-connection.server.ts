import type { Clock } from "~/platform/clock";
import { type Fetcher, network } from "~/platform/http-client";
import { integrationState } from "~/platform/integration";
import type { Settings } from "~/platform/settings";
import type { TokenCache } from "~/platform/token-cache";
import { memoryCache, type ResultCache } from "./result-cache.server";
import type { SpotifyClient } from "./spotify-client.server";
import { spotifyNotConfigured } from "./spotify-error.server";
import type { SpotifyCredentials } from "./spotify-token.server";

/** How Spotify is reached, if at all. */
export type SpotifyConnection =
  | { state: "live" | "sandbox"; client: SpotifyClient }
  | { state: "off" };

/** What an isolate remembers between requests. */
export interface SpotifyMemory {
  tokens: TokenCache;
  results: ResultCache;
}

/** A memory of its own for an isolate. */
export function spotifyMemory(clock: Clock): SpotifyMemory {
  return { tokens: {}, results: memoryCache(clock) };
}

/** The credentials the sandbox answers to. */
const SANDBOX: SpotifyCredentials = { id: "sandbox", secret: "sandbox" };

/** Chooses between Spotify itself, the local stand-in (when bound) and none. */
export function spotifyConnection(
  settings: Pick<Settings, "SPOTIFY_CLIENT_ID" | "SPOTIFY_CLIENT_SECRET" | "SPOTIFY_MARKET">,
  sandbox: Fetcher | undefined,
  memory: SpotifyMemory,
  clock: Clock,
): SpotifyConnection {
  const { SPOTIFY_CLIENT_ID: id, SPOTIFY_CLIENT_SECRET: secret, SPOTIFY_MARKET: market } = settings;
  const state = integrationState({
    configured: Boolean(id && secret),
    sandbox: sandbox !== undefined,
  });
  const rest = { market, clock, ...memory };
  if (state === "live" && id && secret)
    return { state, client: { send: network, credentials: { id, secret }, ...rest } };
  if (state === "sandbox" && sandbox)
    return { state, client: { send: sandbox, credentials: SANDBOX, ...rest } };
  return { state: "off" };
}

/** The client of a connection. @throws SpotifyError `off` */
export function clientOf(connection: SpotifyConnection): SpotifyClient {
  if (connection.state === "off") throw spotifyNotConfigured();
  return connection.client;
}
