import { findByArtistId } from "~/artists/accounts.server";
import { endArtistSessions, isKnownPlace } from "~/artists/artist-sessions.server";
import { codeMark, readArtistId } from "~/artists/codes.server";
import {
  CODE_MISSING,
  FROM_ADDRESS,
  INVALID_CODE,
  INVALID_ID,
  type Lock,
  MAX_TYPED,
  OF_ID_ELSEWHERE,
  OF_ID_HERE,
} from "~/artists/sign-in-texts";
import { type FieldErrors, missing, wrong } from "~/forms/reply";
import { verifyAddress } from "~/mail/mail-limit.server";
import { addressKey } from "~/mail/mailbox";
import type { SignedIn } from "~/platform/principal";
import { giveTurnBack, giveTurnsBack, takeTurn } from "~/platform/rate/take-turn.server";
import { dropSession, openSession } from "~/session/artist-session.server";
import type { Portal } from "~/session/portal";
import { addressHash } from "~/session/visitor-limits.server";

/** Remembers that whoever signed in reads this address: that is how the code or the link came to them. */
export function readsAddress(
  { db, clock, scope }: Pick<Portal, "db" | "clock" | "scope">,
  email: string,
): void {
  scope.outlive(verifyAddress(db, addressKey(email), clock()));
}

/** What came of a try: nothing where it was right. */
type Tried =
  | { kind: "in" }
  | { kind: "wrong"; errors: FieldErrors }
  | { kind: "locked"; lock: Lock; wait: number };

/**
 * Signs an artist in by what they were sent. A try counts before it is compared, in the statements that
 * decide whether it may be; a right one takes back what it counted.
 */
export async function signInByCode(
  request: Request,
  context: Portal,
  credentials: { artistId: string; invitationCode: string },
): Promise<Tried> {
  const { db, clock, settings, log } = context;
  const artistId = readArtistId(credentials.artistId.slice(0, MAX_TYPED));
  const code = credentials.invitationCode.slice(0, MAX_TYPED);
  const errors: FieldErrors = {};
  if (!artistId) errors.artistId = wrong(INVALID_ID);
  if (!/[a-z0-9]/i.test(code)) errors.invitationCode = missing(CODE_MISSING);
  if (!artistId || errors.invitationCode) return { kind: "wrong", errors };

  const at = clock();
  const place = (await addressHash(request, settings)) ?? "local";
  const keys = {
    address: `login ${place}`,
    "id-here": `login ${artistId} ${place}`,
    "id-elsewhere": `login ${artistId}`,
  };
  const account = await findByArtistId(db, artistId);
  const isKnown = account !== undefined && (await isKnownPlace(db, account.id, place));
  const locks = [
    ["address", FROM_ADDRESS],
    ["id-here", OF_ID_HERE],
    ...(isKnown ? [] : ([["id-elsewhere", OF_ID_ELSEWHERE]] as const)),
  ] as const;
  for (const [lock, rate] of locks) {
    const wait = await takeTurn(db, keys[lock], rate, at);
    if (wait === undefined) continue;
    log("warn", "artist.locked", { delaySeconds: wait, reason: lock });
    return { kind: "locked", lock, wait };
  }
  const mark = await codeMark(settings.SIGNING_SECRET, code);
  if (!account || account.codeMark !== mark) {
    log("warn", "artist.refused");
    const fieldErrors: FieldErrors = account
      ? { invitationCode: wrong(INVALID_CODE) }
      : { artistId: wrong(INVALID_ID) };
    return { kind: "wrong", errors: fieldErrors };
  }
  await openSession(request, context, account, [
    giveTurnBack(db, keys.address),
    giveTurnsBack(db, keys["id-here"]),
    ...(isKnown ? [] : [giveTurnBack(db, keys["id-elsewhere"])]),
  ]);
  readsAddress(context, account.email);
  return { kind: "in" };
}

/** Ends sessions of an artist; see there. */
export async function endSessions(
  { db, clock, log }: Pick<Portal, "db" | "clock" | "log">,
  by: SignedIn,
  which: Parameters<typeof endArtistSessions>[2],
): Promise<number> {
  const count = await endArtistSessions(db, by.id, which, clock());
  if (count > 0) log("info", "artist.session-ended", { count });
  return count;
}

/** Ends the session of this browser, and takes its cookie away. */
export async function logOut(request: Request, context: Portal): Promise<void> {
  const artist = await context.scope.artist();
  if (artist?.kind === "browser") await endSessions(context, artist, { only: artist.sessionId });
  await dropSession(request, context);
}
