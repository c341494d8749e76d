import { eq } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { isSignedPath, signPath } from "~/platform/signed-link";
import { mailOutbox } from "./mail-tables.server";

export const MAIL_LINK_DAYS = 3 * 365;

const mailPath = (mailId: string) => `/mail/${mailId}`;

/**
 * URL of a mail's own page, to verify the address or stop mails. Only the mail contains it, so
 * whoever has it reads the recipient's mails.
 */
export async function mailPageUrl(
  { site, secret }: { site: string; secret: string },
  mailId: string,
  now: Date,
): Promise<string> {
  return site + (await signPath(secret, mailPath(mailId), addDays(now, MAIL_LINK_DAYS)));
}

export interface MailOfPage {
  recipient: string;
  address: string;
  mailbox: string;
}

/** @returns undefined for an invalid signature, or a deleted mail. */
export async function readMailPage(
  db: Database,
  secret: string,
  { mailId, url }: { mailId: string; url: URL },
  now: Date,
): Promise<MailOfPage | undefined> {
  // Not the requested path: Remix requests data with another suffix.
  const target = new URL(mailPath(mailId) + url.search, url.origin);
  if (target.pathname !== mailPath(mailId)) return undefined;
  if (!(await isSignedPath(secret, target, now))) return undefined;
  const { recipient, address, mailbox } = mailOutbox;
  const [mail] = await db
    .select({ recipient, address, mailbox })
    .from(mailOutbox)
    .where(eq(mailOutbox.id, mailId));
  return mail?.mailbox ? mail : undefined;
}
