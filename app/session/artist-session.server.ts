import { openSessionStatements } from "~/artists/artist-sessions.server";
import { deviceName } from "~/artists/device";
import type { Statement } from "~/platform/database.server";
import type { SignedIn } from "~/platform/principal";
import { clearDraftCookie, draftCookieOf } from "./draft-cookie.server";
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
    id: ids.next(at),
    artistId,
    kind: "browser" as const,
    codeMark: mark,
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
  await db.batch([...(await openSessionStatements(db, session, at)), ...alongside]);
  await setSessionCookie(request, context, session.token);
  return { id: account.id, sessionId: session.id };
}

type SignedInNow = Pick<SignedIn, "id" | "sessionId">;

/** Leaves a session that was just opened in the browser. */
export async function setSessionCookie(
  request: Request,
  { scope, log }: Pick<Portal, "scope" | "log">,
  token: string,
): Promise<void> {
  scope.replyHeaders.append("Set-Cookie", await artistCookie.keep(request, token));
  log("info", "artist.signed-in");
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
export async function clearSessionCookie(request: Request, context: Portal): Promise<void> {
  const { replyHeaders } = context.scope;
  const cookieHeader =
    context.settings.DEMO_ARTIST === "1"
      ? artistCookie.keep(request, "out")
      : artistCookie.drop(request);
  replyHeaders.append("Set-Cookie", await cookieHeader);
  if (await isOfAccount(request, context))
    replyHeaders.append("Set-Cookie", await clearDraftCookie(request));
}
