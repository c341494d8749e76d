import { findByEmail } from "~/artists/accounts.server";
import { LINKS_PER_ADDRESS_LIMIT, LINKS_PER_ARTIST_LIMIT } from "~/artists/sign-in-limits";
import {
  findSignInLink,
  insertSignInLinkStatement,
  LINK_MINUTES,
  purgeSignInLinks,
  spendSignInLink,
} from "~/artists/sign-in-links.server";
import { maskedAddress } from "~/mail/mailbox";
import { queueMail } from "~/mail/outbox.server";
import { signInLinkMail } from "~/mail/sign-in-link";
import { isSecret } from "~/platform/formats/secret-shape";
import { sha256Hex } from "~/platform/hash";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import { browserSession, setSessionCookie } from "~/session/artist-session.server";
import type { Portal } from "~/session/portal";
import { addressHash } from "~/session/visitor-limits.server";
import { verifySignInAddress } from "./artist-sign-in.server";

/** The pages that a link may lead on to: none whose address holds words of whoever asked for it. */
const ONWARD =
  /^\/(?:dashboard(?:\?tab=[01])?|agreement|submit|edit-profile(?:\/(?:data|mails|sign-ins))?|submission\/[\w-]{1,40}|release-details\/[\w-]{1,40}(?:\/splits)?)$/;

async function mailLink(context: Portal, email: string, to: string): Promise<void> {
  const { db, clock, ids, mail, log, site, sendJobs } = context;
  const now = clock();
  await purgeSignInLinks(db, now);
  const account = await findByEmail(db, email);
  if (!account) return;
  const wait = await rateLimit(db, `login-link ${account.id}`, LINKS_PER_ARTIST_LIMIT, now);
  if (wait !== undefined) return log("info", "mail.held", { reason: "sign-in links" });
  const token = ids.secret();
  const tokenHash = await sha256Hex(token);
  const onward = ONWARD.test(to) && to !== "/dashboard" ? `?to=${encodeURIComponent(to)}` : "";
  const url = `${site}/login/link/${token}${onward}`;
  const { email: recipient, id: artistId } = account;
  const letter = signInLinkMail({ recipient, url, tokenHash, minutes: LINK_MINUTES }, mail.brand);
  const result = await queueMail(db, letter, mail.rules, now, ids, (_, isThere) =>
    insertSignInLinkStatement(db, { tokenHash, artistId, email: recipient }, now, isThere),
  );
  if (result.kind !== "queued") return log("info", "mail.held", { reason: result.kind });
  log("info", "mail.queued", { mailId: result.mailId });
  await sendJobs([result.jobId]);
}

/**
 * Mails a link that signs in to whoever has an account with this address. Says nothing of whether
 * anybody has, nor by how long it takes: who asks may not be who reads it.
 * @returns the seconds to wait, for a network that asks too often.
 */
export async function askForLink(
  request: Request,
  context: Portal,
  { email, to }: { email: string; to: string },
): Promise<number | undefined> {
  const { db, clock, settings, scope } = context;
  const place = (await addressHash(request, settings)) ?? "local";
  const wait = await rateLimit(db, `login-links ${place}`, LINKS_PER_ADDRESS_LIMIT, clock());
  if (wait !== undefined) return wait;
  scope.waitUntil(mailLink(context, email, to).catch(scope.logFailure));
  return undefined;
}

/** A link that signs in, as its page shows it. */
interface ShownLink {
  artistId: string;
  email: string;
  codeMark: string;
  token: string;
  to: string;
  /** The address it went to, without most of its name. */
  shownAs: string;
}

/** Why a link signs nobody in: there is none, or it was used, or is too old. */
export type InvalidSignInLink = "unknown" | "over";

/**
 * Whom a link would sign in, for its page: nothing is spent by it.
 * @param to where it leads on to, as its address says.
 */
export async function readSignInLink(
  { db, clock }: Portal,
  token: string | undefined,
  to: string | null,
): Promise<ShownLink | InvalidSignInLink> {
  if (!token || !isSecret(token)) return "unknown";
  const link = await findSignInLink(db, token, clock());
  if (!link) return "unknown";
  if (link.over) return "over";
  const path = to !== null && ONWARD.test(to) ? to : "/dashboard";
  const { artistId, email, codeMark } = link;
  return { artistId, email, codeMark, token, to: path, shownAs: maskedAddress(email) };
}

/** Signs in by a link and spends it. @returns where to go on to, or why it signs nobody in. */
export async function signInByLink(
  request: Request,
  context: Portal,
  token: string | undefined,
): Promise<{ to: string } | InvalidSignInLink> {
  const to = new URL(request.url).searchParams.get("to");
  const link = await readSignInLink(context, token, to);
  if (typeof link === "string") return link;
  const at = context.clock();
  const account = { id: link.artistId, codeMark: link.codeMark };
  const session = await browserSession(request, context, account, at);
  if (!(await spendSignInLink(context.db, link.token, session, at))) return "over";
  await setSessionCookie(request, context, session.token);
  verifySignInAddress(context, link.email);
  return { to: link.to };
}
