import MailComposer from "nodemailer/lib/mail-composer";
import { encodeWord } from "nodemailer/lib/mime-funcs";
import { base64 } from "~/platform/formats/base64";
import type { MailServer } from "./mail-server";

interface Message {
  messageId: string;
  recipient: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** URL where one press stops such mails; absent where none does. */
  page?: string;
  /** A PDF. */
  attachment?: { fileName: string; content: Uint8Array } | undefined;
}

/** The same at every attempt, so that mailboxes recognize duplicates. */
export function buildMessageId(mailId: string, { from }: Pick<MailServer, "from">): string {
  return `<${mailId}@${from.slice(from.lastIndexOf("@") + 1)}>`;
}

/** Headers for one-click unsubscribe (RFC 2369, RFC 8058). */
function unsubscribe(page: string) {
  // A folded line would break the URL.
  const unfolded = (value: string) => ({ prepared: true, foldLines: false, value });
  return {
    "List-Unsubscribe": unfolded(`<${page}>`),
    "List-Unsubscribe-Post": unfolded("List-Unsubscribe=One-Click"),
  };
}

/** A subject that reads like an encoded word itself (RFC 2047) has to be one, or it is decoded. */
const encodeSubject = (subject: string) =>
  subject.includes("=?")
    ? { prepared: true, foldLines: true, value: encodeWord(subject, "Q", 52) }
    : subject;

const toAttachment = ({ fileName, content }: NonNullable<Message["attachment"]>) => ({
  filename: fileName,
  content: base64(content),
  encoding: "base64",
  contentType: "application/pdf",
});

export function composeMessage(
  { messageId, recipient, subject, textBody, htmlBody, page, attachment }: Message,
  { from, brand }: Pick<MailServer, "from" | "brand">,
  date: Date,
): Promise<Uint8Array> {
  const mail = new MailComposer({
    from: { name: brand.name, address: from },
    // An address object is never parsed: it stays one recipient, whatever it contains.
    to: { name: "", address: recipient },
    replyTo: { name: brand.name, address: brand.supportEmail },
    text: textBody,
    html: htmlBody,
    messageId,
    date,
    attachments: attachment ? [toAttachment(attachment)] : [],
    // Prevents automatic replies.
    headers: {
      Subject: encodeSubject(subject),
      "Auto-Submitted": "auto-generated",
      ...(page ? unsubscribe(page) : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return mail.compile().build();
}
