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

/** Makes the sandbox's next calls fail in one way; `none` ends it. */
export const failSpotify = (mode: string, times = mode === "none" ? 0 : 1) =>
  visitor.json("/sandbox/spotify/fail", { mode, times });
