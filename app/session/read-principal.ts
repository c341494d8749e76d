import { findArtist } from "~/artists/artist-sessions.server";
import type { Log } from "~/monitoring/log";
import { isApi } from "~/platform/api-path";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { isSecret } from "~/platform/formats/secret-shape";
import type { Principal, SignedIn, Staff } from "~/platform/principal";
import type { Settings } from "~/platform/settings";
import { ACCESS_JWT_HEADER, type AccessVerifier } from "~/staff/access.server";
import { passcodeHash } from "~/staff/passcode.server";
import { findStaff } from "~/staff/staff-sessions.server";
import { type DevSettings, devToolsOf } from "./dev-tools";
import { artistCookie, staffCookie } from "./token-cookies.server";

/** Whoever runs this with developer tools at hand. */
const DEVELOPER: Staff = { kind: "staff", id: "developer", name: "Developer" };

/** What it takes to tell who asks. */
export interface PrincipalDeps {
  settings: DevSettings & Pick<Settings, "SIGNING_SECRET" | "STAFF_PASSCODE">;
  db: Database;
  clock: Clock;
  log: Log;
  /** Cloudflare Access; where it lets staff in, no passcode does. */
  edge: { access: AccessVerifier | undefined };
}

/**
 * The same word as Access leaves it in the browser, for the calls and files that it does not stand
 * before, since artists use them, too.
 */
function accessCookie(request: Request): string | undefined {
  return /(?:^|; )CF_Authorization=([\w.-]+)/.exec(request.headers.get("Cookie") ?? "")?.[1];
}

/** Who makes a request by the word of Access; its e-mail address is who they are. */
async function vouchedFor(
  request: Request,
  access: AccessVerifier,
  { clock, log }: PrincipalDeps,
): Promise<Principal> {
  const assertion = request.headers.get(ACCESS_JWT_HEADER) ?? accessCookie(request);
  if (!assertion) return { kind: "anonymous", staff: "access" };
  const word = await access.verify(assertion, clock());
  if (word.kind === "staff") return { kind: "staff", id: word.email, name: word.email };
  if (word.kind === "unknown") return { kind: "anonymous", staff: "access" };
  log("error", "staff.unchecked", { reason: word.reason });
  return { kind: "anonymous", staff: "unchecked" };
}

/** Who makes a request by the session of their browser. */
async function signedIn(
  request: Request,
  { settings, db, clock }: PrincipalDeps,
): Promise<Principal> {
  const { SIGNING_SECRET: secret, STAFF_PASSCODE: passcode } = settings;
  if (!passcode) return { kind: "anonymous", staff: "off" };
  const token = await staffCookie.read(request);
  if (token === undefined) return { kind: "anonymous" };
  const mark = await passcodeHash(secret, passcode);
  const staff = await findStaff(db, { token, passcodeMark: mark, now: clock() });
  return staff ?? { kind: "anonymous" };
}

/** The token of a call that names one in its Authorization header. */
function bearerToken(request: Request): string | undefined {
  const [, token] = /^Bearer (.+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  return token !== undefined && isSecret(token) ? token : undefined;
}

/**
 * The artist who makes a request: by the session of their browser, or by the token that a call names;
 * a call with a token counts as made with that alone.
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
 * Who makes a request: staff by the word of Cloudflare Access, or by the session of a sign-in with the
 * passcode; else whom {@link devToolsOf} gives the shortcuts; else an artist who has signed in; everybody
 * else is anonymous.
 * @param artist who that is, looked up only where nobody is staff.
 */
export async function readPrincipal(
  request: Request,
  deps: PrincipalDeps,
  artist: () => Promise<SignedIn | undefined>,
): Promise<Principal> {
  const { settings } = deps;
  const { access } = deps.edge;
  const principal = access
    ? await vouchedFor(request, access, deps)
    : await signedIn(request, deps);
  if (principal.kind === "staff") return principal;
  if (devToolsOf(settings, request).on) return DEVELOPER;
  const who = await artist();
  return who ? { kind: "artist", id: who.id } : principal;
}
