import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { basicAuthorization } from "~/platform/formats/base64";
import { type Fetcher, fetchJson, HttpError } from "~/platform/http-client";
import { cachedToken, type TokenCache } from "~/platform/token-cache";
import { SpotifyError, spotifyErrorFromHttp } from "./spotify-error.server";
import { upstreamToken } from "./spotify-replies";

const ENDPOINT = "https://accounts.spotify.com/api/token";
const TIMEOUT_MS = 8_000;

/** The credentials of the label's application at Spotify. */
export interface SpotifyCredentials {
  id: string;
  secret: string;
}

/** A token for the API. @throws SpotifyError */
export function spotifyToken(
  send: Fetcher,
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
    const reply = v.safeParse(upstreamToken, await askForToken(send, request, clock));
    if (!reply.success) throw new SpotifyError("unavailable", "The token has an unknown shape.");
    return reply.output;
  });
}

async function askForToken(send: Fetcher, request: Request, clock: Clock): Promise<unknown> {
  try {
    return await fetchJson(send, request, TIMEOUT_MS, clock);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // 400 invalid_client: this service's word for credentials it does not know.
    if (error.status === 400) throw new SpotifyError("refused", error.message);
    throw spotifyErrorFromHttp(error);
  }
}
