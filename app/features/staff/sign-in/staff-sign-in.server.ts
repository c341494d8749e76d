import { isPasscode, passcodeHash } from "~/domain/access/staff/passcode.server";
import { ACCESS_ONLY, SIGN_IN_NOT_CONFIGURED } from "~/domain/access/staff/sign-in";
import {
  endStaffSession,
  isKnownStaffAddress,
  listStaffSessions,
  openStaffSession,
  type StaffSession,
} from "~/domain/access/staff/staff-sessions.server";
import { countWrongPasscode } from "~/domain/access/staff/wrong-passcodes.server";
import { formatWaitUntil } from "~/platform/formats/duration";
import {
  rateLimit,
  refundRateLimitStatement,
  resetRateLimitStatement,
} from "~/platform/rate/rate-limit.server";
import { WRONG_PASSCODES } from "~/platform/sign-in-periods";
import type { AppContext } from "~/session/app-context";
import { refusal, retryLaterResponse } from "~/session/refusal";
import { staffCookie } from "~/session/token-cookies.server";
import { addressHash, visitorNetworks } from "~/session/visitor-limits.server";

const WINDOW_SECONDS = WRONG_PASSCODES.minutes * 60;
/** Wrong passcodes per address; the window restarts with each. */
const ADDRESS_LIMIT = { limit: WRONG_PASSCODES.limit, seconds: WINDOW_SECONDS, fromLatest: true };
/** Per network (IPv6 /48, IPv4 /24), since one person may have all its addresses. */
const SITE_LIMIT = { limit: 50, seconds: WINDOW_SECONDS, fromLatest: true };

const lockedText = (wait: number, now: Date) =>
  `Too many wrong passcodes came from your network, so it has to wait. Sign in again in ${formatWaitUntil(wait, now)}. From other networks, such as your phone's, nobody is kept out.`;

/**
 * The configured passcode.
 * @throws Response 503 if there is none, 403 where Cloudflare Access signs staff in.
 */
export function requirePasscode({ settings, edge }: Pick<AppContext, "settings" | "edge">): string {
  if (edge.access) throw refusal(403, ACCESS_ONLY);
  if (!settings.STAFF_PASSCODE) throw refusal(503, SIGN_IN_NOT_CONFIGURED);
  return settings.STAFF_PASSCODE;
}

/**
 * Signs staff in by the passcode and sets the session cookie. A try is counted before it is compared,
 * in the statement that checks the limit, so parallel tries cannot exceed it. Known staff addresses are
 * exempt from the network's limit.
 * @returns whether the passcode was right.
 * @throws Response 429 with the time to wait.
 */
export async function signIn(
  request: Request,
  context: AppContext,
  { name, passcode }: { name: string; passcode: string },
): Promise<boolean> {
  const expectedPasscode = requirePasscode(context);
  const { db, clock, ids, log, scope, settings } = context;
  const { SIGNING_SECRET: secret } = settings;
  const now = clock();
  const address = await addressHash(request, settings);
  const { site } = (await visitorNetworks(request, settings)) ?? { site: "local" };
  const keys = { address: `sign-in ${address ?? "local"}`, site: `sign-in site:${site}` };
  const isKnown = address !== undefined && (await isKnownStaffAddress(db, address));
  const wait =
    (await rateLimit(db, keys.address, ADDRESS_LIMIT, now)) ??
    (isKnown ? undefined : await rateLimit(db, keys.site, SITE_LIMIT, now));
  if (wait !== undefined) {
    log("warn", "staff.locked", { delaySeconds: wait });
    throw retryLaterResponse(context, { status: 429, text: lockedText(wait, now), wait });
  }
  if (!(await isPasscode(secret, expectedPasscode, passcode))) {
    log("warn", "staff.refused");
    await countWrongPasscode(db, now);
    return false;
  }
  const token = ids.secret();
  const passcodeMark = await passcodeHash(secret, expectedPasscode);
  const previousToken = await staffCookie.read(request);
  const session = { id: ids.next(now), token, previousToken, name, passcodeMark, address };
  const auditFields = { id: ids.next(now), at: now, requestId: scope.requestId };
  await openStaffSession(db, session, auditFields, [
    resetRateLimitStatement(db, keys.address),
    ...(isKnown ? [] : [refundRateLimitStatement(db, keys.site)]),
  ]);
  log("info", "staff.signed-in");
  scope.replyHeaders.append("Set-Cookie", await staffCookie.serialize(request, token));
  return true;
}

/** Active sessions; with Cloudflare Access there are none here. */
export async function staffSessions(context: AppContext): Promise<StaffSession[]> {
  const { SIGNING_SECRET: secret, STAFF_PASSCODE: passcode } = context.settings;
  if (context.edge.access || !passcode) return [];
  const mark = await passcodeHash(secret, passcode);
  return listStaffSessions(context.db, mark, context.clock());
}

/** Ends a session. @returns whether it was active. */
export async function endSession(
  context: AppContext,
  actor: Parameters<typeof endStaffSession>[2]["by"],
  sessionId: string,
): Promise<boolean> {
  const now = context.clock();
  const auditFields = {
    id: context.ids.next(now),
    at: now,
    by: actor,
    requestId: context.scope.requestId,
  };
  const isEnded = await endStaffSession(context.db, sessionId, auditFields);
  if (isEnded) context.log("info", "staff.session-ended");
  return isEnded;
}

export async function signOut(request: Request, context: AppContext): Promise<void> {
  const principal = await context.scope.principal();
  if (principal.kind === "staff" && principal.sessionId !== undefined)
    await endSession(context, principal, principal.sessionId);
  context.scope.replyHeaders.append("Set-Cookie", await staffCookie.expire(request));
}
