import { openSessionStatements } from "~/domain/artists/artist-sessions.server";
import { deviceName } from "~/domain/artists/device";
import type { Statement } from "~/platform/database.server";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "./app-context";
import { clearDraftCookies, draftCookieOf } from "./draft-cookie.server";
import { artistCookie } from "./token-cookies.server";
import { isOfSignIn } from "./unlocked-draft.server";
import { addressHash } from "./visitor-limits.server";

export async function browserSession(
  request: Request,
  { ids, settings }: Pick<AppContext, "ids" | "settings">,
  { id: artistId, codeMark: mark }: { id: string; codeMark: string },
  now: Date,
) {
  return {
    id: ids.next(now),
    artistId,
    kind: "browser" as const,
    codeMark: mark,
    token: ids.secret(),
    previousToken: await artistCookie.read(request),
    device: deviceName(request.headers.get("User-Agent")),
    address: await addressHash(request, settings),
  };
}

/** Creates a session in one batch with other statements, and sets its cookie. */
export async function openSession(
  request: Request,
  context: AppContext,
  account: { id: string; codeMark: string },
  extraStatements: readonly Statement[] = [],
): Promise<OpenedSession> {
  const { db, clock } = context;
  const now = clock();
  const session = await browserSession(request, context, account, now);
  await db.batch([...(await openSessionStatements(db, session, now)), ...extraStatements]);
  await setSessionCookie(request, context, session.token);
  return { id: account.id, sessionId: session.id };
}

type OpenedSession = Pick<SignedIn, "id" | "sessionId">;

export async function setSessionCookie(
  request: Request,
  { scope, log }: Pick<AppContext, "scope" | "log">,
  token: string,
): Promise<void> {
  scope.replyHeaders.append("Set-Cookie", await artistCookie.serialize(request, token));
  log("info", "artist.signed-in");
}

/** Whether the draft in this browser belongs to the account, or was brought here by its sign-in. */
async function isDraftOfAccount(request: Request, { db, clock, scope, settings }: AppContext) {
  const cookie = await draftCookieOf(request, { scope, settings });
  if (typeof cookie !== "object") return false;
  if (cookie.state === "brought") return true;
  const token = await artistCookie.read(request);
  return token !== undefined && isOfSignIn(db, { key: cookie.key, token, now: clock() });
}

/**
 * Removes the session cookie, and the draft cookies if the draft is on the account's dashboard.
 * With a demo artist an invalid cookie stays instead, because a browser without one is signed in
 * automatically.
 */
export async function clearSessionCookie(request: Request, context: AppContext): Promise<void> {
  const { replyHeaders } = context.scope;
  const cookieHeader =
    context.settings.DEMO_ARTIST === "1"
      ? artistCookie.serialize(request, "out")
      : artistCookie.expire(request);
  replyHeaders.append("Set-Cookie", await cookieHeader);
  if (!(await isDraftOfAccount(request, context))) return;
  for (const header of await clearDraftCookies(request)) replyHeaders.append("Set-Cookie", header);
}
