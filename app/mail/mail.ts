import { type MailContent, oneLine, renderMailHtml, renderMailText } from "./mail-content";

/** Every occasion for a mail. */
export const mailKinds = [
  "confirmation",
  "waiting-list",
  "resume-link",
  "sign-in-link",
  "account",
  "new-email",
  "email-changed",
  "invitation",
  "returning-link",
  "status-change",
  "draft-expiry",
  "split-request",
  "split-reminder",
  "split-dispute",
  "deletion-asked",
  "data-deleted",
  "overdue-alert",
  "staff-alert",
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * The kinds whose bodies are not kept once sent: those with a link in them that opens something, and the
 * last mail to somebody of whom nothing is to be kept.
 */
export const SECRET_KINDS = [
  "resume-link",
  "sign-in-link",
  "account",
  "new-email",
  "invitation",
  "returning-link",
  "draft-expiry",
  "split-request",
  "split-reminder",
  "data-deleted",
] as const;

/** The kinds that go to the team, whose address is a setting: no limit, and no stop, holds for them. */
export const TEAM_KINDS = ["overdue-alert", "staff-alert"] as const;

/** The kinds by which an artist gets into their account: a stop of our mails does not lock them out of it. */
export const ACCOUNT_KINDS = ["sign-in-link", "account"] as const;

/**
 * The kinds that anybody can cause for any address, as by a form: they share one count of each day. Every
 * other kind counts for itself, so that no stranger uses up what the reader of an address needs.
 */
export const OPEN_KINDS = [
  "confirmation",
  "waiting-list",
  "resume-link",
  "draft-expiry",
  "split-request",
  "split-reminder",
] as const;

/** The kinds that are limited where they are asked for, by account and network, and never by address. */
export const ASKED_KINDS = ["sign-in-link", "new-email"] as const;

/** The kinds that somebody waits for at this very moment: later they are of no use. */
export const URGENT_KINDS = ["resume-link", "sign-in-link", "new-email"] as const;

/** A mail ready for the outbox. */
export interface Mail {
  /** Names the occasion: a second mail with the same key is not written. */
  dedupeKey: string;
  kind: MailKind;
  /** Of a letter about a submission: where it belongs to no account, see `recipient.server.ts`. */
  recipient: string;
  /** The submission it is about, if it is about one. */
  submissionId?: string;
  subject: string;
  /** The subject without a word of the artist's, for an address that nobody has shown to read. */
  plainSubject: string;
  text: string;
  html: string;
}

/** Who a mail comes from. */
export interface Brand {
  name: string;
  supportEmail: string;
}

/** A letter as a mail: both of its bodies, and a subject that is one line. */
export function toMail(
  { subject: asTyped, plainSubject = asTyped, blocks }: Omit<MailContent, "brand">,
  { name }: Brand,
  occasion: Pick<Mail, "dedupeKey" | "kind" | "recipient" | "submissionId">,
): Mail {
  // A line break that somebody typed must not become a second header of the mail.
  const subject = oneLine(asTyped);
  const letter = { subject, plainSubject: oneLine(plainSubject), blocks, brand: oneLine(name) };
  return {
    ...occasion,
    subject,
    plainSubject: letter.plainSubject,
    text: renderMailText(letter),
    html: renderMailHtml(letter),
  };
}
