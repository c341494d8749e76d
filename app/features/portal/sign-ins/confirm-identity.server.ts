import { redirect } from "@remix-run/cloudflare";
import { findAccount } from "~/domain/artists/accounts.server";
import { invitationCodeHash } from "~/domain/artists/codes.server";
import { greetedIn } from "~/domain/artists/profile";
import {
  type ConfirmLink,
  confirmByCodeMark,
  findConfirmLink,
  hasConfirmed,
  insertConfirmLinkStatement,
  spendConfirmLink,
} from "~/domain/artists/session-confirmation.server";
import { CODE_MISSING, INVALID_CODE, MAX_SIGN_IN_INPUT } from "~/domain/artists/sign-in-limits";
import { confirmLinkMail } from "~/domain/mail/confirm-link";
import { maskedAddress } from "~/domain/mail/mailbox";
import { isSecret } from "~/platform/formats/secret-shape";
import { sha256Hex } from "~/platform/hash";
import type { SignedIn } from "~/platform/principal";
import { rateLimit, refundRateLimitStatement } from "~/platform/rate/rate-limit.server";
import { SIGN_IN_LINK_MINUTES } from "~/platform/sign-in-periods";
import type { AppContext } from "~/session/app-context";
import { sendLetter } from "~/session/send-letter.server";

export const CONFIRM_PAGE = "/edit-profile/confirm";

/** The pages that require confirmation, and for what. */
const reasons: Readonly<Record<string, string>> = {
  "/edit-profile": "change the email of your account",
  "/edit-profile/sign-ins": "make a token",
  "/edit-profile/data": "download or delete what we hold about you",
};
const HOME = "/edit-profile";

export const confirmPath = (from: string) => `${CONFIRM_PAGE}?to=${encodeURIComponent(from)}`;

/** A safe return path: only pages that require confirmation. */
export const confirmReturnPath = (to: string | null): string =>
  to !== null && Object.hasOwn(reasons, to) ? to : HOME;

/**
 * Requires that the session was confirmed recently. The action itself checks again in its own statement.
 * @throws Response the redirect to the confirmation page.
 */
export async function requireConfirmed(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  artist: SignedIn,
  from: string,
): Promise<void> {
  if (!(await hasConfirmed(db, artist, clock()))) throw redirect(confirmPath(from));
}

/** Limits per session, so that whoever stole one uses up nothing of the artist's. */
const CODE_LIMIT = { limit: 5, seconds: 15 * 60, fromLatest: true };
const LINK_LIMIT = { limit: 3, seconds: 15 * 60 };

export async function confirmPage(
  { db, settings }: Pick<AppContext, "db" | "settings">,
  { id, artistId }: SignedIn,
  to: string,
) {
  const account = await findAccount(db, id);
  const hasMail = settings.SMTP_HOST !== undefined;
  return {
    artistId,
    /** The page to return to. */
    to,
    /** What the artist wants to do there. */
    reason: reasons[to] ?? "",
    /** The masked address for a link; undefined if none can be sent. */
    linkGoesTo: account && hasMail ? maskedAddress(account.email) : undefined,
  };
}

type CodeResult = { kind: "confirmed" } | { kind: "wrong"; error: string } | Locked;
interface Locked {
  kind: "locked";
  /** Seconds. */
  wait: number;
}

/** Confirms a session by the invitation code. A try is counted before it is compared. */
export async function confirmByCode(
  { db, clock, settings, log }: AppContext,
  artist: SignedIn,
  inputCode: string,
): Promise<CodeResult> {
  const code = inputCode.slice(0, MAX_SIGN_IN_INPUT);
  if (!/[a-z0-9]/i.test(code)) return { kind: "wrong", error: CODE_MISSING };
  const now = clock();
  const key = `confirm ${artist.sessionId}`;
  const wait = await rateLimit(db, key, CODE_LIMIT, now);
  if (wait !== undefined) {
    log("warn", "artist.locked", { delaySeconds: wait, reason: "confirm" });
    return { kind: "locked", wait };
  }
  const codeHash = await invitationCodeHash(settings.SIGNING_SECRET, code);
  if (!(await confirmByCodeMark(db, artist, codeHash, now))) {
    log("warn", "artist.not-confirmed");
    return { kind: "wrong", error: INVALID_CODE };
  }
  await refundRateLimitStatement(db, key);
  log("info", "artist.confirmed");
  return { kind: "confirmed" };
}

/** Mails a confirmation link to the account's address. @returns the seconds to wait when limited. */
export async function requestConfirmLink(
  context: AppContext,
  artist: SignedIn,
  to: string,
): Promise<number | undefined> {
  const { db, clock, ids, mail, site } = context;
  const now = clock();
  const account = await findAccount(db, artist.id);
  if (!account) return undefined;
  const wait = await rateLimit(db, `confirm-link ${artist.sessionId}`, LINK_LIMIT, now);
  if (wait !== undefined) return wait;
  const token = ids.secret();
  const tokenHash = await sha256Hex(token);
  const { email } = account;
  const url = `${site}/login/confirm/${token}?to=${encodeURIComponent(to)}`;
  const greeted = greetedIn(account.profile);
  const link = { recipient: email, url, tokenHash, minutes: SIGN_IN_LINK_MINUTES, greeted };
  const letter = confirmLinkMail(link, mail.brand);
  await sendLetter(context, letter, (_, mailExists) =>
    insertConfirmLinkStatement(db, { tokenHash, email, session: artist }, now, mailExists),
  );
  return undefined;
}

/** What a link would do in this browser; spends nothing. */
export async function readConfirmLink(
  { db, clock, scope }: AppContext,
  token: string | undefined,
): Promise<ConfirmLink> {
  if (!token || !isSecret(token)) return "over";
  return findConfirmLink(db, await sha256Hex(token), await scope.artist("write"), clock());
}

/** Confirms the session. @returns `works` if it is confirmed now. */
export async function confirmByLink(
  context: AppContext,
  token: string | undefined,
): Promise<ConfirmLink> {
  const { db, clock, scope, log } = context;
  const artist = await scope.artist("write");
  const link = await readConfirmLink(context, token);
  if (link !== "works" || !artist || !token) return link;
  if (!(await spendConfirmLink(db, await sha256Hex(token), artist, clock()))) return "over";
  log("info", "artist.confirmed");
  return "works";
}
