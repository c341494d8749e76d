import { findByEmail } from "~/domain/artists/accounts.server";
import { isKnownAddress } from "~/domain/artists/artist-sessions.server";
import { greetedIn } from "~/domain/artists/profile";
import { LINKS_PER_ADDRESS_LIMIT } from "~/domain/artists/sign-in-limits";
import {
  findSignInLink,
  nextSignInLink,
  purgeSignInLinks,
  spendSignInLink,
  storeSignInLinkStatement,
} from "~/domain/artists/sign-in-links.server";
import { maskedAddress } from "~/domain/mail/mailbox";
import { signInLinkMail } from "~/domain/mail/sign-in-link";
import { isSecret } from "~/platform/formats/secret-shape";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import { SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import type { AppContext } from "~/session/app-context";
import { browserSession, setSessionCookie } from "~/session/artist-session.server";
import { sendLetter } from "~/session/send-letter.server";
import { addressHash } from "~/session/visitor-limits.server";
import { verifySignInAddress } from "./artist-sign-in.server";

/** Allowed return paths: none that can contain text of whoever asked for the link. */
const ALLOWED_RETURN_PATHS =
  /^\/(?:dashboard(?:\?tab=[01])?|agreement|submit|edit-profile(?:\/(?:data|mails|sign-ins))?|submission\/[\w-]{1,40}|release-details\/[\w-]{1,40}(?:\/splits)?)$/;

async function mailLink(
  context: AppContext,
  { email, to, address }: { email: string; to: string; address: string },
  isNetworkLimited: boolean,
): Promise<void> {
  const { db, clock, mail, site, settings } = context;
  const now = clock();
  await purgeSignInLinks(db, now);
  const account = await findByEmail(db, email);
  if (!account) return;
  const { email: recipient, id: artistId } = account;
  // Where the artist has signed in before, their links count apart from those of strangers.
  const isKnown = await isKnownAddress(db, artistId, address);
  if (isNetworkLimited && !isKnown) return;
  const requester = isKnown ? ("owner" as const) : undefined;
  const { token, ...link } = await nextSignInLink(
    db,
    { artistId, email: recipient },
    settings.SIGNING_SECRET,
    now,
  );
  const query =
    ALLOWED_RETURN_PATHS.test(to) && to !== "/dashboard" ? `?to=${encodeURIComponent(to)}` : "";
  const url = `${site}/login/link/${token}${query}`;
  const { tokenHash, expiresAt: until } = link;
  const greeted = greetedIn(account.profile);
  const letter = signInLinkMail(
    { recipient, url, tokenHash, until, minutes: SIGN_IN_LINK_MINUTES, greeted, requester },
    mail.brand,
  );
  await sendLetter(context, letter, (_, mailExists) =>
    storeSignInLinkStatement(db, { ...link, artistId, email: recipient }, mailExists),
  );
}

/**
 * Mails a sign-in link if the address has an account. Neither the reply nor its timing tells whether it
 * has.
 * @returns the seconds to wait for a network that is limited.
 */
export async function requestSignInLink(
  request: Request,
  context: AppContext,
  { email, to }: { email: string; to: string },
): Promise<number | undefined> {
  const { db, clock, settings, scope } = context;
  const address = (await addressHash(request, settings)) ?? "local";
  const wait = await rateLimit(db, `login-links ${address}`, LINKS_PER_ADDRESS_LIMIT, clock());
  const linkRequest = { email, to, address };
  scope.waitUntil(mailLink(context, linkRequest, wait !== undefined).catch(scope.logFailure));
  return wait;
}

interface SignInLinkView {
  artistId: string;
  email: string;
  codeMark: string;
  token: string;
  to: string;
  /** The masked address it was mailed to. */
  maskedEmail: string;
}

/** `over`: used or too old. */
export type InvalidSignInLink = "unknown" | "over";

/**
 * Reads a sign-in link for its page; spends nothing.
 * @param to return path from the address.
 */
export async function readSignInLink(
  { db, clock }: AppContext,
  token: string | undefined,
  to: string | null,
): Promise<SignInLinkView | InvalidSignInLink> {
  if (!token || !isSecret(token)) return "unknown";
  const link = await findSignInLink(db, token, clock());
  if (!link) return "unknown";
  if (link.isOver) return "over";
  const path = to !== null && ALLOWED_RETURN_PATHS.test(to) ? to : "/dashboard";
  const { artistId, email, codeMark } = link;
  return { artistId, email, codeMark, token, to: path, maskedEmail: maskedAddress(email) };
}

/** Signs in by a link and spends it. @returns the return path, or why the link is invalid. */
export async function signInByLink(
  request: Request,
  context: AppContext,
  token: string | undefined,
): Promise<{ to: string } | InvalidSignInLink> {
  const to = new URL(request.url).searchParams.get("to");
  const link = await readSignInLink(context, token, to);
  if (typeof link === "string") return link;
  const now = context.clock();
  const account = { id: link.artistId, codeMark: link.codeMark };
  const session = await browserSession(request, context, account, now);
  if (!(await spendSignInLink(context.db, link.token, session, now))) return "over";
  await setSessionCookie(request, context, session.token);
  verifySignInAddress(context, link.email);
  return { to: link.to };
}
