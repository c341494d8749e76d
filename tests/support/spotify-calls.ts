import { randomUUID } from "node:crypto";
import { Visitor } from "./visitor";

const visitor = new Visitor();

interface SpotifyAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function readAnswer(pendingResponse: Promise<Response>): Promise<SpotifyAnswer> {
  const response = await pendingResponse;
  const { status, headers } = response;
  return { status, headers, body: await response.json() };
}

/** Calls our API of Spotify's catalogue. */
export const callSpotify = (path: string) => readAnswer(visitor.send(`/api/spotify${path}`));

/** Calls our API for the artist of a profile link. */
export const verifyArtist = (body: unknown) =>
  readAnswer(visitor.json("/api/spotify/verify/artist", body));

/** Makes the sandbox's next calls fail in one way; `none` ends it. */
export const failSpotify = (mode: string, times = mode === "none" ? 0 : 1) =>
  visitor.json("/sandbox/spotify/fail", { mode, times });

/** A unique search, as answers are cached for a while. */
export const uniqueQuery = () => `q=nobody${randomUUID()}`;
