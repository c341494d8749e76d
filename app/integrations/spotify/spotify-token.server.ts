import * as v from "valibot";
import { upstreamToken } from "~/domain/catalogue/spotify-replies";
import type { Clock } from "~/platform/clock";
import { basicAuthorization } from "~/platform/formats/base64";
import { type Fetcher, fetchJson, HttpError } from "~/platform/http-client";
import { cachedToken, type TokenCache } from "~/platform/token-cache";
import { SpotifyError, spotifyErrorFromHttp } from "./spotify-error.server";

const ENDPOINT = "https://accounts.spotify.com/api/token";
const TIMEOUT_MS = 8_000;

export interface SpotifyCredentials {
  id: string;
  secret: string;
}

/** A token for the API. @throws SpotifyError */
export function spotifyToken(
  fetcher: Fetcher,
  { id, secret }: SpotifyCredentials,
  cache: TokenCache,
  clock: Clock,
): Promise<string> {
  return cachedToken(cache, clock(), async () => {
    const request = new Request(ENDPOINT, {
      method: "POST",
      headers: { Authorization: basicAuthorization(id, secret) },
      body: new URLSearchParams({ grant_type: "client_credentials" }),
    });
    const reply = v.safeParse(upstreamToken, await requestToken(fetcher, request, clock));
    if (!reply.success) throw new SpotifyError("unavailable", "The token has an unknown shape.");
    return reply.output;
  });
}

async function requestToken(fetcher: Fetcher, request: Request, clock: Clock): Promise<unknown> {
  try {
    return await fetchJson(fetcher, request, TIMEOUT_MS, clock);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // 400 invalid_client means unknown credentials.
    if (error.status === 400) throw new SpotifyError("refused", error.message);
    throw spotifyErrorFromHttp(error);
  }
}
