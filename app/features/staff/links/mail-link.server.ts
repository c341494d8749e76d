import type { LinkKind } from "~/domain/access/link-texts";
import { readLink } from "~/domain/access/read-link.server";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { invitationMail, returningLinkMail } from "~/domain/mail/artist-links";
import { type QueueResult, queueMail } from "~/domain/mail/outbox.server";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { type CreatedLink, linkFields } from "./staff-links.server";

/** The link to show again, and the result of mailing it. */
interface MailedLink {
  link: CreatedLink;
  text: string;
  done: boolean;
}

const NO_MAIL_SERVER =
  "Email is off at the moment, so this one waits in the outbox. Copy the link instead.";
const IN_OUTBOX = "There is already an email with this link.";
const STOPPED =
  "No email was sent, because the owner of this address has stopped our emails. Copy the link.";
const HELD_UNTIL_TOMORROW =
  "This address has had all its emails for today. This one goes out later.";

function toMailResult(
  result: QueueResult,
  email: string,
  hasMailServer: boolean,
): Omit<MailedLink, "link"> {
  if (result.kind === "known") return { text: IN_OUTBOX, done: true };
  if (result.kind !== "queued" || result.state === "stopped") return { text: STOPPED, done: false };
  if (result.state === "held") return { text: HELD_UNTIL_TOMORROW, done: true };
  return {
    text: hasMailServer ? `The email to ${email} is on its way.` : NO_MAIL_SERVER,
    done: true,
  };
}

/**
 * Mails a new link to its artist, with the audit entry in the same batch.
 * @throws Response 410 for a link that works no more.
 */
export async function mailLink(
  context: AppContext,
  actor: Staff,
  kind: LinkKind,
  token: string,
): Promise<MailedLink> {
  const { db, ids, clock, mail, log, site, settings, sendJobs } = context;
  const storedLink = await readLink(kind, token, context);
  if (typeof storedLink === "string")
    throw refusal(410, "This link no longer works, so no email was sent.");
  const now = clock();
  const { id, tokenHash, email, artistName } = storedLink;
  const link = {
    id,
    kind,
    email,
    artistName,
    ...linkFields(site, kind, token, storedLink.expiresAt),
  };
  const firstName = "prefill" in storedLink ? storedLink.prefill.firstName : undefined;
  const createMail = kind === "invited" ? invitationMail : returningLinkMail;
  const linkMail = createMail({ ...link, firstName, tokenHash, recipient: email }, mail.brand);
  const auditStatement = auditEntryOf(context, actor, {
    action: "link-mailed",
    subject: id,
    at: now,
  });
  const result = await queueMail(db, linkMail, mail.rules, now, ids, (_, mailExists) =>
    auditStatement(mailExists),
  );
  if (result.kind === "queued") {
    log("info", "mail.queued", { mailId: result.mailId });
    await sendJobs([result.jobId]);
  }
  return { link, ...toMailResult(result, email, Boolean(settings.SMTP_HOST)) };
}
