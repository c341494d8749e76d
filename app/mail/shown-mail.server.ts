import { isSecretKind } from "./mail";
import type { QueuedMail } from "./outbox.server";

/** A mail of the outbox as people of the label may read it: what it says only where that opens nothing. */
export interface ShownMail extends Omit<QueuedMail, "textBody" | "htmlBody"> {
  /** Null where it is a secret, empty where it is no longer kept. */
  text: string | null;
  html: string | null;
  /** Whether its text is still there, so that it can be sent. */
  isKept: boolean;
}

/** The link at the end of every mail speaks for its reader: it is theirs alone. */
const withoutOwnPage = (body: string) => body.replace(/(\/mail\/[\w-]+)\?[^\s"<>]*/g, "$1");

/**
 * A mail without what only its recipient may have.
 * @param showsSecrets on a developer's own machine, where no mail server delivers it.
 */
export function toShownMail(mail: QueuedMail, { showsSecrets = false } = {}): ShownMail {
  const { textBody, htmlBody, ...rest } = mail;
  const isKept = textBody !== "";
  if (showsSecrets) return { ...rest, text: textBody, html: htmlBody, isKept };
  if (isSecretKind(mail.kind)) return { ...rest, text: null, html: null, isKept };
  return { ...rest, text: withoutOwnPage(textBody), html: withoutOwnPage(htmlBody), isKept };
}
