import { isSecretKind } from "./mail-kinds";
import type { QueuedMail } from "./outbox.server";
import { withoutOwnLinks } from "./own-links";

export interface DisplayedMail extends Omit<QueuedMail, "textBody" | "htmlBody"> {
  /** Null if secret, empty if deleted. */
  text: string | null;
  html: string | null;
  isKept: boolean;
}

/** Removes secrets. @param showsSecrets for local runs without a mail server. */
export function toDisplayedMail(mail: QueuedMail, { showsSecrets = false } = {}): DisplayedMail {
  const { textBody, htmlBody, ...rest } = mail;
  const isKept = textBody !== "";
  if (showsSecrets) return { ...rest, text: textBody, html: htmlBody, isKept };
  if (isSecretKind(mail.kind)) return { ...rest, text: null, html: null, isKept };
  return { ...rest, text: withoutOwnLinks(textBody), html: withoutOwnLinks(htmlBody), isKept };
}
