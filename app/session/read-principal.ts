import { ACCESS_JWT_HEADER, type AccessVerifier } from "~/domain/access/staff/access.server";
import { passcodeHash } from "~/domain/access/staff/passcode.server";
import { findStaff } from "~/domain/access/staff/staff-sessions.server";
import { findArtist } from "~/domain/artists/artist-sessions.server";
import type { Log } from "~/observability/log";
import { isApi } from "~/platform/api-path";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { isSecret } from "~/platform/formats/secret-shape";
import type { Principal, SignedIn, Staff } from "~/platform/principal";
import type { Settings } from "~/platform/settings";
import { type DevSettings, devToolsOf } from "./dev-tools";
import { artistCookie, staffCookie } from "./token-cookies.server";

const DEVELOPER: Staff = { kind: "staff", id: "developer", name: "Developer" };

export interface PrincipalDeps {
  settings: DevSettings & Pick<Settings, "SIGNING_SECRET" | "STAFF_PASSCODE">;
  db: Database;
  clock: Clock;
  log: Log;
  /** Cloudflare Access; replaces the passcode if set. */
  edge: { access: AccessVerifier | undefined };
}

/**
 * The cookie with the Access JWT, for paths that Access does not protect because artists use them
 * too.
 */
function accessCookie(request: Request): string | undefined {
  return /(?:^|; )CF_Authorization=([\w.-]+)/.exec(request.headers.get("Cookie") ?? "")?.[1];
}

/** The principal according to Access, identified by email address. */
async function readAccessPrincipal(
  request: Request,
  access: AccessVerifier,
  { clock, log }: PrincipalDeps,
): Promise<Principal> {
  const assertion = request.headers.get(ACCESS_JWT_HEADER) ?? accessCookie(request);
  if (!assertion) return { kind: "anonymous", staff: "access" };
  const verdict = await access.verify(assertion, clock());
  if (verdict.kind === "staff") return { kind: "staff", id: verdict.email, name: verdict.email };
  if (verdict.kind === "unknown") return { kind: "anonymous", staff: "access" };
  log("error", "staff.unchecked", { reason: verdict.reason });
  return { kind: "anonymous", staff: "unchecked" };
}

async function readSessionPrincipal(
  request: Request,
  { settings, db, clock }: PrincipalDeps,
): Promise<Principal> {
  const { SIGNING_SECRET: secret, STAFF_PASSCODE: passcode } = settings;
  if (!passcode) return { kind: "anonymous", staff: "off" };
  const token = await staffCookie.read(request);
  if (token === undefined) return { kind: "anonymous" };
  const passcodeMark = await passcodeHash(secret, passcode);
  const staff = await findStaff(db, { token, passcodeMark, now: clock() });
  return staff ?? { kind: "anonymous" };
}

function bearerToken(request: Request): string | undefined {
  const [, token] = /^Bearer (.+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  return token !== undefined && isSecret(token) ? token : undefined;
}

/**
 * The artist of a request, whatever their right: by session cookie, or by API token. A call with a
 * token ignores the cookie.
 */
export async function readArtist(
  request: Request,
  { db, clock }: Pick<PrincipalDeps, "db" | "clock">,
): Promise<SignedIn | undefined> {
  const now = clock();
  if (isApi(request.url) && request.headers.has("Authorization")) {
    const token = bearerToken(request);
    return token === undefined ? undefined : findArtist(db, { token, kind: "token", now });
  }
  const token = await artistCookie.read(request);
  return token === undefined ? undefined : findArtist(db, { token, kind: "browser", now });
}

/**
 * The principal of a request, in this order: staff by Cloudflare Access or by passcode session,
 * {@link devToolsOf}, anonymous.
 */
export async function readPrincipal(request: Request, deps: PrincipalDeps): Promise<Principal> {
  const { settings } = deps;
  const { access } = deps.edge;
  const principal = access
    ? await readAccessPrincipal(request, access, deps)
    : await readSessionPrincipal(request, deps);
  if (principal.kind === "staff") return principal;
  return devToolsOf(settings, request).isEnabled ? DEVELOPER : principal;
}
