import type { Clock } from "~/platform/clock";

const LIFETIME_SECONDS = 3600;
const PREFIX = "sandbox-";

function refusal(error: string, description: string): Response {
  return Response.json({ error, error_description: description }, { status: 400 });
}

/** Answers `POST https://accounts.spotify.com/api/token` for the client sandbox:sandbox. */
export async function token(request: Request, clock: Clock): Promise<Response> {
  if (request.method !== "POST") return new Response("Method not allowed", { status: 405 });
  if (request.headers.get("Authorization") !== `Basic ${btoa("sandbox:sandbox")}`)
    return refusal("invalid_client", "Invalid client");
  const form = new URLSearchParams(await request.text());
  if (form.get("grant_type") !== "client_credentials")
    return refusal("unsupported_grant_type", "grant_type parameter is missing or unknown");
  const expires = Math.floor(clock().getTime() / 1000) + LIFETIME_SECONDS;
  return Response.json({
    access_token: `${PREFIX}${expires}`,
    token_type: "Bearer",
    expires_in: LIFETIME_SECONDS,
  });
}

/** Why the API refuses a request's token; undefined when it does not. */
export function tokenProblem(request: Request, clock: Clock): string | undefined {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!bearer) return "No token provided";
  const expires = bearer.startsWith(PREFIX) ? Number(bearer.slice(PREFIX.length)) : Number.NaN;
  if (Number.isNaN(expires)) return "Invalid access token";
  return expires * 1000 <= clock().getTime() ? "The access token expired" : undefined;
}
