import { asLinkToken } from "~/domain/access/link-token";
import { type Account, findAccount } from "~/domain/artists/accounts.server";
import {
  confirmEmailChange,
  findEmailChange,
  requestEmailChange,
} from "~/domain/artists/email-change.server";
import { greetedIn } from "~/domain/artists/profile";
import { hasConfirmed, isConfirmed } from "~/domain/artists/session-confirmation.server";
import { verifyAddress } from "~/domain/mail/mail-limit.server";
import { addressKey } from "~/domain/mail/mailbox";
import { emailNotice, newEmailMail } from "~/domain/mail/new-email";
import { sha256Hex } from "~/platform/hash";
import type { SignedIn } from "~/platform/principal";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import { NEW_EMAIL_HOURS } from "~/platform/sign-in-periods";
import type { AppContext } from "~/session/app-context";
import { sendLetter } from "~/session/send-letter.server";

/**
 * Limits per account, not per address: strangers who mail to an address must not block its owner, and no
 * account may mail others without end.
 */
const CHANGES_PER_HOUR = { limit: 5, seconds: 3_600 };
const CHANGES_PER_DAY = { limit: 10, seconds: 86_400 };

/**
 * Mails a link to the new address and a notice to the old one. Whether the new address has an account is
 * told to its reader only.
 * @returns the seconds to wait when limited; `unconfirmed` if the session must be confirmed first.
 */
export async function requestNewEmail(
  context: AppContext,
  artist: SignedIn,
  account: Pick<Account, "id" | "email" | "profile">,
  email: string,
): Promise<number | "unconfirmed" | undefined> {
  const { db, clock, ids, site, mail, log } = context;
  const now = clock();
  if (!(await hasConfirmed(db, artist, now))) return "unconfirmed";
  const wait =
    (await rateLimit(db, `new-email ${account.id}`, CHANGES_PER_HOUR, now)) ??
    (await rateLimit(db, `new-email day ${account.id}`, CHANGES_PER_DAY, now));
  if (wait !== undefined) return wait;
  const token = ids.secret();
  const tokenHash = await sha256Hex(token);
  const change = { artistId: account.id, email, tokenHash, now };
  const requested = await requestEmailChange(db, change, isConfirmed(artist, now));
  if (!requested) return "unconfirmed";
  const url = requested.isInUse ? undefined : `${site}/confirm-email/${token}`;
  const link = { artistId: account.id, recipient: email, url, tokenHash, hours: NEW_EMAIL_HOURS };
  await sendLetter(context, newEmailMail(link, mail.brand));
  const about = { artistId: account.id, tokenHash };
  const greeted = greetedIn(account.profile);
  const notice = { ...about, recipient: account.email, event: "asked", greeted } as const;
  await sendLetter(context, emailNotice(notice, mail.brand));
  log("info", "email.asked", { artistId: account.id });
  return undefined;
}

/** The address that a link would confirm; undefined for an invalid link. */
export async function readEmailLink({ db, clock }: AppContext, token: string | undefined) {
  const linkToken = asLinkToken(token);
  return linkToken && findEmailChange(db, await sha256Hex(linkToken), clock());
}

/** Confirms the new address. @returns whether it is the account's now. */
export async function confirmEmail(context: AppContext, token: string | undefined) {
  const { db, clock, mail, log } = context;
  const linkToken = asLinkToken(token);
  if (!linkToken) return false;
  const tokenHash = await sha256Hex(linkToken);
  const change = await confirmEmailChange(db, tokenHash, clock());
  if (!change) return false;
  const { artistId, email, before } = change;
  log("info", "email.changed", { artistId });
  await verifyAddress(db, addressKey(email), clock());
  const account = await findAccount(context.db, artistId);
  const greeted = account ? greetedIn(account.profile) : {};
  const about = { artistId, recipient: before, tokenHash, greeted };
  const notice = { ...about, event: "changed" } as const;
  await sendLetter(context, emailNotice(notice, mail.brand));
  return true;
}
