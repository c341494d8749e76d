import { systemClock } from "~/platform/clock";
import { basicAuthorization } from "~/platform/formats/base64";
import { type FaultMode, nextFault } from "./faults";
import { spotifyApi, spotifyError } from "./spotify-api";

const LIFETIME_SECONDS = 3600;
const PREFIX = "sandbox-";

function refusal(error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status: 400 });
}

/** Answers `POST https://accounts.spotify.com/api/token` for the client sandbox:sandbox. */
async function token(request: Request): Promise<Response> {
  if (request.method !== "POST") return new Response("Method not allowed", { status: 405 });
  if (request.headers.get("Authorization") !== basicAuthorization("sandbox", "sandbox"))
    return refusal("invalid_client", "Invalid client");
  const form = new URLSearchParams(await request.text());
  if (form.get("grant_type") !== "client_credentials")
    return refusal("unsupported_grant_type", "grant_type parameter is missing or unknown");
  const expires = Math.floor(systemClock().getTime() / 1000) + LIFETIME_SECONDS;
  return Response.json({
    access_token: `${PREFIX}${expires}`,
    token_type: "Bearer",
    expires_in: LIFETIME_SECONDS,
  });
}

function tokenProblem(request: Request): string | undefined {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!bearer) return "No token provided";
  const expires = bearer.startsWith(PREFIX) ? Number(bearer.slice(PREFIX.length)) : Number.NaN;
  if (Number.isNaN(expires)) return "Invalid access token";
  return expires * 1000 <= systemClock().getTime() ? "The access token expired" : undefined;
}

const RETRY_AFTER_SECONDS = 7;

const faults: Partial<Record<FaultMode, () => Response>> = {
  "http-500": () => spotifyError(500, "Internal server error"),
  "rate-limit": () =>
    spotifyError(429, "API rate limit exceeded", { "Retry-After": String(RETRY_AFTER_SECONDS) }),
  /** As if the token had been taken back. */
  unauthorized: () => spotifyError(401, "Invalid access token"),
};

export const spotifyHosts = ["accounts.spotify.com", "api.spotify.com"];

/**
 * Imitates Spotify's token service and API by the published contract.
 * @param publicUrl the address of the site, where the catalogue's images are; without it they are
 * addressed relative to the page.
 */
export async function spotify(request: Request, db: D1Database, publicUrl = ""): Promise<Response> {
  const { hostname, pathname, searchParams } = new URL(request.url);
  if (hostname === "accounts.spotify.com")
    return pathname === "/api/token" ? token(request) : new Response("Not found", { status: 404 });
  const problem = tokenProblem(request);
  if (problem) return spotifyError(401, problem);
  const mode = await nextFault(db, "spotify", { about: searchParams.get("q") ?? "" });
  return faults[mode]?.() ?? spotifyApi(request, publicUrl, mode === "empty");
}
