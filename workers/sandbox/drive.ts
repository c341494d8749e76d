import { base64url, decodeJwt, decodeProtectedHeader } from "jose";
import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { driveFaults, driveRefusal } from "./drive-errors";
import { driveApi } from "./drive-files";
import { createDriveTables } from "./drive-store";
import { type DriveDeps, startUpload, takeChunk } from "./drive-uploads";
import { nextFault } from "./faults";

const LIFETIME_SECONDS = 3600;
const PREFIX = "ya29.sandbox-";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const TOKEN_URL = "https://oauth2.googleapis.com/token";
/** Bytes of a signature by a key of 2048 bits, the size that service accounts have. */
const SIGNATURE_BYTES = 256;

const headerSchema = v.object({ alg: v.literal("RS256"), typ: v.literal("JWT") });
const claimsSchema = v.object({
  iss: v.pipe(v.string(), v.endsWith(".iam.gserviceaccount.com")),
  scope: v.string(),
  aud: v.literal(TOKEN_URL),
  iat: v.number(),
  exp: v.number(),
});

const refusal = (error: string, description: string) =>
  Response.json({ error, error_description: description }, { status: 400 });

/** The claims of a JWT that could be a service account's; any key may have signed it. */
function parseClaims(assertion: string): v.InferOutput<typeof claimsSchema> | undefined {
  const [, , signature = "", ...rest] = assertion.split(".");
  try {
    if (rest.length > 0 || base64url.decode(signature).length !== SIGNATURE_BYTES) return undefined;
    v.parse(headerSchema, decodeProtectedHeader(assertion));
    return v.parse(claimsSchema, decodeJwt(assertion));
  } catch {
    return undefined;
  }
}

/** Answers `POST https://oauth2.googleapis.com/token`. */
async function driveToken(request: Request, clock: Clock): Promise<Response> {
  if (request.method !== "POST") return new Response("Method not allowed", { status: 405 });
  const form = new URLSearchParams(await request.text());
  if (form.get("grant_type") !== GRANT)
    return refusal("unsupported_grant_type", `Invalid grant_type: ${form.get("grant_type")}`);
  const claims = parseClaims(form.get("assertion") ?? "");
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

function hasDriveToken(request: Request, clock: Clock): boolean {
  const bearer = /^Bearer (.+)$/.exec(request.headers.get("Authorization") ?? "")?.[1];
  const expires = bearer?.startsWith(PREFIX) ? Number(bearer.slice(PREFIX.length)) : Number.NaN;
  return expires * 1000 > clock().getTime();
}

export const driveHosts = ["oauth2.googleapis.com", "www.googleapis.com"];

type DriveCall = "token" | "api" | "delete" | "start" | "chunk";

function toCall({ method, url }: Request): DriveCall | undefined {
  const { hostname, pathname } = new URL(url);
  if (hostname === "oauth2.googleapis.com") return pathname === "/token" ? "token" : undefined;
  if (pathname.startsWith("/drive/v3/")) return method === "DELETE" ? "delete" : "api";
  if (pathname !== "/upload/drive/v3/files") return undefined;
  return { POST: "start" as const, PUT: "chunk" as const }[method];
}

async function answer(request: Request, call: DriveCall, deps: DriveDeps, clock: Clock) {
  // A deletion is a call of the API, too.
  const calls = call === "delete" ? ["api", call] : [call];
  const mode = await nextFault(deps.db, "drive", { calls });
  const fault = driveFaults[mode];
  if (fault) return fault();
  if (call === "token") return driveToken(request, clock);
  // The address of an upload is its own credential.
  if (call === "chunk") {
    const reply = await takeChunk(request, deps, { now: clock(), mode });
    return mode === "lost-reply" ? driveRefusal(503, "backendError", "Backend Error") : reply;
  }
  if (!hasDriveToken(request, clock)) return driveRefusal(401, "authError", "Invalid Credentials");
  const reply =
    call === "start"
      ? await startUpload(request, deps, clock())
      : await driveApi(request, deps.db, clock());
  return mode === "lost-reply" ? driveRefusal(503, "backendError", "Backend Error") : reply;
}

/** Imitates Google's token service and drive by their published contract. */
export async function drive(request: Request, deps: DriveDeps, clock: Clock): Promise<Response> {
  const call = toCall(request);
  if (!call) return driveRefusal(404, "notFound", "Not Found");
  await createDriveTables(deps.db);
  return answer(request, call, deps, clock);
}
