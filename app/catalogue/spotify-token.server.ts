import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { type Fetcher, fetchJson, HttpError } from "~/platform/http-client";
import { errorOfHttp, SpotifyError } from "./spotify-error.server";
import { upstreamToken } from "./spotify-replies";

const ENDPOINT = "https://accounts.spotify.com/api/token";
const TIMEOUT_MS = 8_000;
/** A token is not used for its last minute, so that none runs out on the way. */
const MARGIN_SECONDS = 60;

/** The credentials of the label's application at Spotify. */
export interface SpotifyCredentials {
  id: string;
  secret: string;
}

/** Holds the token of one set of credentials; one per isolate, shared by its requests. */
export interface TokenRoom {
  token?: { value: string; expiresAt: Date };
}

/**
 * A token for the API, kept until a minute before it expires. Values are kept, never promises: one
 * request of the runtime must not wait for what another one has asked for.
 * @throws SpotifyError
 */
export async function spotifyToken(
  send: Fetcher,
  { id, secret }: SpotifyCredentials,
  room: TokenRoom,
  clock: Clock,
): Promise<string> {
  const now = clock();
  if (room.token && room.token.expiresAt > now) return room.token.value;
  const request = new Request(ENDPOINT, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const reply = v.safeParse(upstreamToken, await askForToken(send, request));
  if (!reply.success) throw new SpotifyError("unavailable", "The token has an unknown shape.");
  const { access_token: value, expires_in: seconds } = reply.output;
  const usable = Math.max(0, seconds - MARGIN_SECONDS);
  room.token = { value, expiresAt: new Date(now.getTime() + usable * 1000) };
  return value;
}

async function askForToken(send: Fetcher, request: Request): Promise<unknown> {
  try {
    return await fetchJson(send, request, TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // 400 invalid_client: this service's word for credentials it does not know.
    if (error.status === 400) throw new SpotifyError("refused", error.message);
    throw errorOfHttp(error);
  }
}
