import { findByArtistId } from "~/artists/accounts.server";
import { endArtistSessions, isKnownPlace, openingOf } from "~/artists/artist-sessions.server";
import { codeMark, readArtistId } from "~/artists/codes.server";
import { deviceName } from "~/artists/device";
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
import type { Statement } from "~/platform/database.server";
import type { SignedIn } from "~/platform/principal";
import { giveTurnBack, giveTurnsBack, takeTurn } from "~/platform/rate/take-turn.server";
import { draftCookieOf, noDraftCookie } from "./draft-cookie.server";
import type { Portal } from "./portal";
import { artistCookie } from "./token-cookies.server";
import { isOfSignIn } from "./unlocked-draft.server";
import { addressHash } from "./visitor-limits.server";

/** What of a request and its account a new session of a browser is made of. */
export async function browserSession(
  request: Request,
  { ids, settings }: Pick<Portal, "ids" | "settings">,
  { id: artistId, codeMark: mark }: { id: string; codeMark: string },
  at: Date,
) {
  return {
    ...{ id: ids.next(at), artistId, kind: "browser" as const, codeMark: mark },
    token: ids.secret(),
    before: await artistCookie.read(request),
    device: deviceName(request.headers.get("User-Agent")),
    address: await addressHash(request, settings),
  };
}

/**
 * Opens a session of an artist in the browser that makes this request, in one batch with what belongs to
 * it; its cookie goes with the reply.
 */
export async function openSession(
  request: Request,
  context: Portal,
  account: { id: string; codeMark: string },
  alongside: readonly Statement[] = [],
): Promise<SignedInNow> {
  const { db, clock } = context;
  const at = clock();
  const session = await browserSession(request, context, account, at);
  await db.batch([...(await openingOf(db, session, at)), ...alongside]);
  await keepSession(request, context, session.token);
  return { id: account.id, sessionId: session.id };
}

type SignedInNow = Pick<SignedIn, "id" | "sessionId">;

/** Leaves a session that was just opened in the browser. */
export async function keepSession(
  request: Request,
  { scope, log }: Pick<Portal, "scope" | "log">,
  token: string,
): Promise<void> {
  scope.replyHeaders.append("Set-Cookie", await artistCookie.keep(request, token));
  log("info", "artist.signed-in");
}

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

/**
 * Whether the draft of this browser goes with the sign-in: it came here with it, or belongs to whom it is,
 * or was, of. Anybody else's, and nobody's, stays.
 */
async function isOfAccount(
  request: Request,
  { db, clock, scope, settings }: Portal,
): Promise<boolean> {
  const cookie = await draftCookieOf(request, { scope, settings });
  if (typeof cookie !== "object") return false;
  if (cookie.state === "brought") return true;
  const token = await artistCookie.read(request);
  return token !== undefined && isOfSignIn(db, { key: cookie.key, token, now: clock() });
}

/**
 * Takes the cookie of a session away, and that of a draft of the same account: its dashboard has it; beside
 * a demo artist one of a session stays that opens nothing, since who has none is signed in as them.
 */
export async function dropSession(request: Request, context: Portal): Promise<void> {
  const { replyHeaders } = context.scope;
  const cookieHeader =
    context.settings.DEMO_ARTIST === "1"
      ? artistCookie.keep(request, "out")
      : artistCookie.drop(request);
  replyHeaders.append("Set-Cookie", await cookieHeader);
  if (await isOfAccount(request, context))
    replyHeaders.append("Set-Cookie", await noDraftCookie(request));
}
