import { type Letter, letterHtml, letterText } from "./letter";

/** Every occasion for a mail. */
export const mailKinds = [
  "confirmation",
  "resume-link",
  "sign-in-link",
  "status-change",
  "draft-expiry",
  "overdue-alert",
  "staff-alert",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** The kinds with a link in them that opens something: their bodies are not kept once sent. */
export const SECRET_KINDS = ["resume-link", "sign-in-link", "draft-expiry"] as const;

/** A mail ready for the outbox. */
export interface Mail {
  /** Names the occasion: a second mail with the same key is not written. */
  dedupeKey: string;
  kind: MailKind;
  recipient: string;
  /** The submission it is about, if it is about one. */
  submissionId?: string;
  subject: string;
  text: string;
  html: string;
}

/** Who a mail comes from. */
export interface Brand {
  name: string;
  supportEmail: string;
}

/** A letter as a mail: both of its bodies, and a subject that is one line. */
export function mailOf(
  letter: Letter,
  occasion: Pick<Mail, "dedupeKey" | "kind" | "recipient" | "submissionId">,
): Mail {
  return {
    ...occasion,
    // A line break that somebody typed must not become a second header of the mail.
    subject: oneLine(letter.subject),
    text: letterText(letter),
    html: letterHtml(letter),
  };
}

/** Something typed as one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const longDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A day in US long format, such as March 12, 2027. */
export function longDay(iso: string): string {
  return longDate.format(new Date(iso));
}
