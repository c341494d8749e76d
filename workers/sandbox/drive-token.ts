import { base64url, decodeJwt, decodeProtectedHeader } from "jose";
import * as v from "valibot";
import type { Clock } from "~/platform/clock";

const LIFETIME_SECONDS = 3600;
const PREFIX = "ya29.sandbox-";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ADDRESS = "https://oauth2.googleapis.com/token";
/** Bytes of a signature by a key of 2048 bits, the size that service accounts have. */
const SIGNATURE_BYTES = 256;

const headerSchema = v.object({ alg: v.literal("RS256"), typ: v.literal("JWT") });
const claimsSchema = v.object({
  iss: v.pipe(v.string(), v.endsWith(".iam.gserviceaccount.com")),
  scope: v.string(),
  aud: v.literal(ADDRESS),
  iat: v.number(),
  exp: v.number(),
});

const refusal = (error: string, description: string) =>
  Response.json({ error, error_description: description }, { status: 400 });

/** The claims of a JWT that could be a service account's; any key may have signed it. */
function claimsOf(assertion: string): v.InferOutput<typeof claimsSchema> | undefined {
  const [, , signature = "", ...more] = assertion.split(".");
  try {
    if (more.length > 0 || base64url.decode(signature).length !== SIGNATURE_BYTES) return undefined;
    v.parse(headerSchema, decodeProtectedHeader(assertion));
    return v.parse(claimsSchema, decodeJwt(assertion));
  } catch {
    return undefined;
  }
}

/** Answers `POST https://oauth2.googleapis.com/token`. */
export async function driveToken(request: Request, clock: Clock): Promise<Response> {
  if (request.method !== "POST") return new Response("Method not allowed", { status: 405 });
  const form = new URLSearchParams(await request.text());
  if (form.get("grant_type") !== GRANT)
    return refusal("unsupported_grant_type", `Invalid grant_type: ${form.get("grant_type")}`);
  const claims = claimsOf(form.get("assertion") ?? "");
  if (!claims) return refusal("invalid_grant", "Invalid JWT.");
  const now = clock().getTime() / 1000;
  const { iat, exp, scope } = claims;
  if (iat > now + 60 || exp <= now || exp - iat > LIFETIME_SECONDS)
    return refusal(
      "invalid_grant",
      "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.",
    );
  if (scope !== "https://www.googleapis.com/auth/drive")
    return refusal("invalid_scope", "Invalid OAuth scope or ID token audience provided.");
  const expires = Math.floor(now) + LIFETIME_SECONDS;
  return Response.json({
    access_token: `${PREFIX}${expires}`,
    expires_in: LIFETIME_SECONDS - 1,
    token_type: "Bearer",
  });
}

/** Whether a request carries a token that is good now. */
export function hasDriveToken(request: Request, clock: Clock): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  const expires = bearer?.startsWith(PREFIX) ? Number(bearer.slice(PREFIX.length)) : Number.NaN;
  return expires * 1000 > clock().getTime();
}
