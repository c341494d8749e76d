import MailComposer from "nodemailer/lib/mail-composer";
import type { MailServer } from "./mail-server";

/** What of a mail in the outbox goes into its message. */
interface Message {
  messageId: string;
  recipient: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** The address of the mail's own page, by which its recipient can stop mails; the team has none. */
  page?: string;
}

/** The Message-ID of a mail: the same at every attempt, so that mailboxes know a second copy. */
export function buildMessageId(mailId: string, { from }: Pick<MailServer, "from">): string {
  return `<${mailId}@${from.slice(from.lastIndexOf("@") + 1)}>`;
}

/** What mailboxes offer a button by, which stops mails in one press (RFC 2369, RFC 8058). */
function unsubscribe(page: string) {
  // As it is: a fold within the address would break it.
  const asItIs = (value: string) => ({ prepared: true, foldLines: false, value });
  return {
    "List-Unsubscribe": asItIs(`<${page}>`),
    "List-Unsubscribe-Post": asItIs("List-Unsubscribe=One-Click"),
  };
}

/** A mail as it travels: headers and both bodies, encoded as RFC 5322 and MIME ask for. */
export function composeMessage(
  { messageId, recipient, subject, textBody, htmlBody, page }: Message,
  { from, brand }: Pick<MailServer, "from" | "brand">,
  date: Date,
): Promise<Uint8Array> {
  const mail = new MailComposer({
    from: { name: brand.name, address: from },
    // Given as an address, never as text to be parsed: it is one recipient, whatever it contains.
    to: { name: "", address: recipient },
    replyTo: { name: brand.name, address: brand.supportEmail },
    subject,
    text: textBody,
    html: htmlBody,
    messageId,
    date,
    // Holiday notices stay away.
    headers: { "Auto-Submitted": "auto-generated", ...(page ? unsubscribe(page) : {}) },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}
