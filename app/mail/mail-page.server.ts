import { eq } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { isSignedPath, signPath } from "~/platform/signed-link";
import { mailOutbox } from "./mail-tables.server";

/** For how long the link at the end of a mail works. */
export const MAIL_LINK_DAYS = 3 * 365;

const pathOf = (mailId: string) => `/mail/${mailId}`;

/**
 * The address of a mail's own page, where its recipient says that it arrived or that it is unwanted.
 * Only the mail itself brings it: whoever has it reads the recipient's mails.
 */
export async function mailPageUrl(
  { site, secret }: { site: string; secret: string },
  mailId: string,
  now: Date,
): Promise<string> {
  return site + (await signPath(secret, pathOf(mailId), addDays(now, MAIL_LINK_DAYS)));
}

/** The mail whose page this is, as far as its address is concerned. */
export interface MailOfPage {
  recipient: string;
  address: string;
  mailbox: string;
}

/** @returns undefined for an address that we did not sign, or of a mail that is not kept any more. */
export async function readMailPage(
  db: Database,
  secret: string,
  { mailId, url }: { mailId: string; url: URL },
  now: Date,
): Promise<MailOfPage | undefined> {
  // Never the path as asked for: the framework's own calls have another ending.
  const target = new URL(pathOf(mailId) + url.search, url.origin);
  if (target.pathname !== pathOf(mailId)) return undefined;
  if (!(await isSignedPath(secret, target, now))) return undefined;
  const { recipient, address, mailbox } = mailOutbox;
  const [mail] = await db
    .select({ recipient, address, mailbox })
    .from(mailOutbox)
    .where(eq(mailOutbox.id, mailId));
  return mail?.mailbox ? mail : undefined;
}
