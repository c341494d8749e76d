import type { Clock } from "~/platform/clock";
import { type Fetcher, network } from "~/platform/http-client";
import { integrationState } from "~/platform/integration";
import type { Settings } from "~/platform/settings";
import type { TokenCache } from "~/platform/token-cache";
import { memoryCache, type ResultCache } from "./result-cache.server";
import type { SpotifyClient } from "./spotify-client.server";
import { spotifyNotConfigured } from "./spotify-error.server";
import type { SpotifyCredentials } from "./spotify-token.server";

export type SpotifyConnection =
  | { state: "live" | "sandbox"; client: SpotifyClient }
  | { state: "off" };

/** State of an isolate between requests. */
export interface SpotifyMemory {
  tokens: TokenCache;
  results: ResultCache;
}

export function spotifyMemory(clock: Clock): SpotifyMemory {
  return { tokens: {}, results: memoryCache(clock) };
}

const SANDBOX: SpotifyCredentials = { id: "sandbox", secret: "sandbox" };

/** Chooses Spotify, the local sandbox (if bound) or none. */
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
    return { state, client: { fetcher: network, credentials: { id, secret }, ...rest } };
  if (state === "sandbox" && sandbox)
    return { state, client: { fetcher: sandbox, credentials: SANDBOX, ...rest } };
  return { state: "off" };
}

export function clientOf(connection: SpotifyConnection): SpotifyClient {
  if (connection.state === "off") throw spotifyNotConfigured();
  return connection.client;
}
