import { type Clock, systemClock } from "~/platform/clock";
import { spotifyApi, spotifyError } from "./spotify-api";
import { nextSpotifyFailure, spotifyFailureReply } from "./spotify-failures";
import { token, tokenProblem } from "./spotify-token";

/** The hosts this answers for. */
export const spotifyHosts = ["accounts.spotify.com", "api.spotify.com"];

/**
 * Answers for Spotify's token service and API after the published contract.
 * @param publicUrl the address of the site, where the catalogue's images are; without it they are
 * addressed relative to the page.
 */
export async function spotify(
  request: Request,
  db: D1Database,
  publicUrl = "",
  clock: Clock = systemClock,
): Promise<Response> {
  const { hostname, pathname } = new URL(request.url);
  if (hostname === "accounts.spotify.com")
    return pathname === "/api/token"
      ? token(request, clock)
      : new Response("Not found", { status: 404 });
  const problem = tokenProblem(request, clock);
  if (problem) return spotifyError(401, problem);
  const mode = await nextSpotifyFailure(db);
  return spotifyFailureReply(mode) ?? spotifyApi(request, publicUrl, mode === "empty");
}
