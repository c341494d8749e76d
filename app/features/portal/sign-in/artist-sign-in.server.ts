import { findByArtistId } from "~/domain/artists/accounts.server";
import { endArtistSessions, isKnownAddress } from "~/domain/artists/artist-sessions.server";
import { invitationCodeHash, readArtistId } from "~/domain/artists/codes.server";
import {
  ADDRESS_LIMIT,
  CODE_MISSING,
  ID_AND_ADDRESS_LIMIT,
  ID_AND_SITE_LIMIT,
  INVALID_CODE,
  INVALID_ID,
  type Lock,
  MAX_SIGN_IN_INPUT,
  SITE_LIMIT,
} from "~/domain/artists/sign-in-limits";
import { verifyAddress } from "~/domain/mail/mail-limit.server";
import { addressKey } from "~/domain/mail/mailbox";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import type { SignedIn } from "~/platform/principal";
import {
  rateLimit,
  refundRateLimitStatement,
  resetRateLimitStatement,
} from "~/platform/rate/rate-limit.server";
import type { AppContext } from "~/session/app-context";
import { clearSessionCookie, openSession } from "~/session/artist-session.server";
import { addressHash, visitorNetworks } from "~/session/visitor-limits.server";

/** Marks the address as verified: the code or link that signed in was mailed to it. */
export function verifySignInAddress(
  { db, clock, scope }: Pick<AppContext, "db" | "clock" | "scope">,
  email: string,
): void {
  scope.waitUntil(verifyAddress(db, addressKey(email), clock()));
}

type SignInResult =
  | { kind: "in" }
  | { kind: "wrong"; errors: FieldErrors }
  | { kind: "locked"; lock: Lock; wait: number };

/**
 * Signs an artist in by artist id and invitation code. A try is counted before it is compared, in the
 * statement that checks the limit; a right one is refunded.
 */
export async function signInByCode(
  request: Request,
  context: AppContext,
  credentials: { artistId: string; invitationCode: string },
): Promise<SignInResult> {
  const { db, clock, settings, log } = context;
  const artistId = readArtistId(credentials.artistId.slice(0, MAX_SIGN_IN_INPUT));
  const code = credentials.invitationCode.slice(0, MAX_SIGN_IN_INPUT);
  const errors: FieldErrors = {};
  if (!artistId) errors.artistId = invalidError(INVALID_ID);
  if (!/[a-z0-9]/i.test(code)) errors.invitationCode = missingError(CODE_MISSING);
  if (!artistId || errors.invitationCode) return { kind: "wrong", errors };

  const now = clock();
  const clientAddress = (await addressHash(request, settings)) ?? "local";
  const { site } = (await visitorNetworks(request, settings)) ?? { site: "local" };
  const keys = {
    address: `login ${clientAddress}`,
    "id-here": `login ${artistId} ${clientAddress}`,
    around: `login site:${site}`,
    "id-around": `login ${artistId} site:${site}`,
  };
  const account = await findByArtistId(db, artistId);
  // Neighbours on the network must not lock an artist out of a known address.
  const isKnown = account !== undefined && (await isKnownAddress(db, account.id, clientAddress));
  const addressLimits = [
    ["address", ADDRESS_LIMIT],
    ["id-here", ID_AND_ADDRESS_LIMIT],
  ] as const;
  const siteLimits = [
    ["around", SITE_LIMIT],
    ["id-around", ID_AND_SITE_LIMIT],
  ] as const;
  const locks = isKnown ? addressLimits : [...addressLimits, ...siteLimits];
  for (const [lock, rate] of locks) {
    const wait = await rateLimit(db, keys[lock], rate, now);
    if (wait === undefined) continue;
    log("warn", "artist.locked", { delaySeconds: wait, reason: lock });
    return { kind: "locked", lock, wait };
  }
  const codeHash = await invitationCodeHash(settings.SIGNING_SECRET, code);
  if (!account || account.codeMark !== codeHash) {
    log("warn", "artist.refused");
    const fieldErrors: FieldErrors = account
      ? { invitationCode: invalidError(INVALID_CODE) }
      : { artistId: invalidError(INVALID_ID) };
    return { kind: "wrong", errors: fieldErrors };
  }
  await openSession(request, context, account, [
    refundRateLimitStatement(db, keys.address),
    resetRateLimitStatement(db, keys["id-here"]),
    ...(isKnown ? [] : siteLimits.map(([lock]) => refundRateLimitStatement(db, keys[lock]))),
  ]);
  verifySignInAddress(context, account.email);
  return { kind: "in" };
}

/** Ends sessions of an artist; see `endArtistSessions`. @returns how many. */
export async function endSessions(
  { db, clock, log }: Pick<AppContext, "db" | "clock" | "log">,
  artist: SignedIn,
  selection: Parameters<typeof endArtistSessions>[2],
): Promise<number> {
  const count = await endArtistSessions(db, artist.id, selection, clock());
  if (count > 0) log("info", "artist.session-ended", { count });
  return count;
}

export async function logOut(request: Request, context: AppContext): Promise<void> {
  const artist = await context.scope.artist("write");
  if (artist) await endSessions(context, artist, { only: artist.sessionId });
  await clearSessionCookie(request, context);
}
