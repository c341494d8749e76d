import { findAccount } from "~/domain/artists/accounts.server";
import { DEMO_ID } from "~/domain/artists/demo-artist";
import { displayName } from "~/domain/artists/profile";
import type { SignedIn } from "~/platform/principal";
import { readLatency } from "~/platform/setting-entries";
import type { AppContext } from "./app-context";
import { openSession } from "./artist-session.server";
import { artistCookie } from "./token-cookies.server";

/**
 * Signs in as the demo artist on a first visit: only if there is no session cookie, not even an
 * expired one.
 */
export async function signInDemoArtist(
  request: Request,
  context: AppContext,
): Promise<SignedIn | undefined> {
  const { ENVIRONMENT, DEMO_ARTIST } = context.settings;
  if (ENVIRONMENT !== "local" || DEMO_ARTIST !== "1") return undefined;
  if (request.method !== "GET" || artistCookie.isPresent(request)) return undefined;
  const account = await findAccount(context.db, DEMO_ID);
  if (!account) return undefined;
  const { sessionId } = await openSession(request, context, account);
  const { id, artistId, profile } = account;
  return { id, artistId, name: displayName(profile), sessionId, kind: "browser" };
}

/** Simulates a slow connection as set by DEMO_LATENCY. */
export async function demoDelay({ settings }: Pick<AppContext, "settings">): Promise<void> {
  const range = settings.DEMO_LATENCY ? readLatency(settings.DEMO_LATENCY) : undefined;
  if (!range) return;
  const ms = range.from + Math.random() * (range.to - range.from);
  await new Promise((resolve) => setTimeout(resolve, ms));
}
