import { formatWaitUntil } from "~/platform/formats/duration";
import {
  rateLimit,
  refundRateLimitStatement,
  resetRateLimitStatement,
} from "~/platform/rate/rate-limit.server";
import type { Portal } from "~/session/portal";
import { refusal, retryLaterResponse } from "~/session/refusal";
import { staffCookie } from "~/session/token-cookies.server";
import { addressHash, visitorNetworks } from "~/session/visitor-limits.server";
import { isPasscode, passcodeHash } from "~/staff/passcode.server";
import { ACCESS_ONLY, SIGN_IN_NOT_CONFIGURED } from "~/staff/sign-in";
import {
  endStaffSession,
  isKnownStaffAddress,
  listStaffSessions,
  openStaffSession,
  type StaffSession,
} from "~/staff/staff-sessions.server";
import { countWrongPasscode } from "~/staff/wrong-passcodes.server";

const QUARTER_HOUR = 15 * 60;
/** Wrong passcodes after which an address has to wait, counted anew after as long without one. */
const PER_ADDRESS = { limit: 10, seconds: QUARTER_HOUR, fromLatest: true };
/** The same of the addresses around one (an IPv6 /48, an IPv4 /24), of which one person may have all. */
const PER_SITE = { limit: 50, seconds: QUARTER_HOUR, fromLatest: true };

const lockedText = (wait: number, now: Date) =>
  `Too many wrong passcodes came from your network, so it has to wait. Sign in again in ${formatWaitUntil(wait, now)}. From other networks, such as your phone's, nobody is kept out.`;

/**
 * The passcode that lets staff in.
 * @throws Response 503 where there is none, 403 where Cloudflare Access does it instead.
 */
export function requirePasscode({ settings, edge }: Pick<Portal, "settings" | "edge">): string {
  if (edge.access) throw refusal(403, ACCESS_ONLY);
  if (!settings.STAFF_PASSCODE) throw refusal(503, SIGN_IN_NOT_CONFIGURED);
  return settings.STAFF_PASSCODE;
}

/**
 * Signs somebody in where the passcode is right: a session of its own each time, in a cookie that goes
 * with the reply. A try counts before it is compared, in the statements that decide whether it may be: of
 * any number at once no more than ten are from one address, or fifty from the addresses around it. Whoever
 * shares those with somebody who guesses is not kept from where staff have signed in before.
 * @returns whether it was right.
 * @throws Response 429 with the time to come back, for a network that has tried too often.
 */
export async function signIn(
  request: Request,
  context: Portal,
  { name, passcode }: { name: string; passcode: string },
): Promise<boolean> {
  const expectedPasscode = requirePasscode(context);
  const { db, clock, ids, log, scope, settings } = context;
  const { SIGNING_SECRET: secret } = settings;
  const at = clock();
  const address = await addressHash(request, settings);
  const { site } = (await visitorNetworks(request, settings)) ?? { site: "local" };
  const keys = { address: `sign-in ${address ?? "local"}`, site: `sign-in site:${site}` };
  const isKnown = address !== undefined && (await isKnownStaffAddress(db, address));
  const wait =
    (await rateLimit(db, keys.address, PER_ADDRESS, at)) ??
    (isKnown ? undefined : await rateLimit(db, keys.site, PER_SITE, at));
  if (wait !== undefined) {
    log("warn", "staff.locked", { delaySeconds: wait });
    throw retryLaterResponse(context, { status: 429, text: lockedText(wait, at), wait });
  }
  if (!(await isPasscode(secret, expectedPasscode, passcode))) {
    log("warn", "staff.refused");
    await countWrongPasscode(db, at);
    return false;
  }
  const token = ids.secret();
  const mark = await passcodeHash(secret, expectedPasscode);
  const before = await staffCookie.read(request);
  const session = { id: ids.next(at), token, before, name, passcodeMark: mark, address };
  const deedFacts = { id: ids.next(at), at, requestId: scope.requestId };
  await openStaffSession(db, session, deedFacts, [
    resetRateLimitStatement(db, keys.address),
    ...(isKnown ? [] : [refundRateLimitStatement(db, keys.site)]),
  ]);
  log("info", "staff.signed-in");
  scope.replyHeaders.append("Set-Cookie", await staffCookie.serialize(request, token));
  return true;
}

/** The sessions that last. Those of Cloudflare Access are kept there. */
export async function staffSessions(context: Portal): Promise<StaffSession[]> {
  const { SIGNING_SECRET: secret, STAFF_PASSCODE: passcode } = context.settings;
  if (context.edge.access || !passcode) return [];
  const mark = await passcodeHash(secret, passcode);
  return listStaffSessions(context.db, mark, context.clock());
}

/** Ends a session, one's own or a colleague's. @returns whether it lasted until now. */
export async function endSession(
  context: Portal,
  by: Parameters<typeof endStaffSession>[2]["by"],
  sessionId: string,
): Promise<boolean> {
  const at = context.clock();
  const deedFacts = { id: context.ids.next(at), at, by, requestId: context.scope.requestId };
  const ended = await endStaffSession(context.db, sessionId, deedFacts);
  if (ended) context.log("info", "staff.session-ended");
  return ended;
}

/** Ends the session of this browser, and takes its cookie away. */
export async function signOut(request: Request, context: Portal): Promise<void> {
  const principal = await context.scope.principal();
  if (principal.kind === "staff" && principal.sessionId !== undefined)
    await endSession(context, principal, principal.sessionId);
  context.scope.replyHeaders.append("Set-Cookie", await staffCookie.expire(request));
}
