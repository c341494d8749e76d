import { mailboxKey } from "~/domain/mail/mailbox";
import { mailJobId, unsentMailsOf } from "~/domain/mail/read-outbox.server";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { rerunRefusalTexts } from "../activity/rerun-refusal-texts";
import { runJobAgain } from "../activity/run-job-again.server";

interface Owner {
  id: string;
  email: string;
}

/** Mails to an account that have not been sent, and whether mail is off. */
export async function unsentMails(
  { db, mail }: Pick<AppContext, "db" | "mail">,
  { id: accountId, email }: Owner,
) {
  const unsent = await unsentMailsOf(db, { accountId, mailbox: mailboxKey(email) });
  return { mailIsOff: mail.connection.state === "off", unsent };
}

/**
 * Releases a held mail to an account.
 * @throws Response 404 for a mail that is not among its unsent ones, 409 if it is not held any more.
 */
export async function releaseHeldMail(
  context: AppContext,
  actor: Staff,
  { id: accountId, email }: Owner,
  mailId: string,
): Promise<void> {
  const mails = await unsentMailsOf(context.db, { accountId, mailbox: mailboxKey(email) });
  const mail = mails.find(({ id }) => id === mailId);
  if (!mail) throw refusal(404, rerunRefusalTexts["not-held"]);
  const jobId = await mailJobId(context.db, mail);
  if (jobId === undefined) throw refusal(409, rerunRefusalTexts["no-such-mail"]);
  const problem = await runJobAgain(context, jobId, { by: actor, release: true });
  if (problem !== undefined) throw refusal(409, rerunRefusalTexts[problem]);
}
