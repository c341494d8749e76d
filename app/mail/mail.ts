import { type MailContent, oneLine, renderMailHtml, renderMailText } from "./mail-content";

/** Every occasion for a mail. */
export const mailKinds = [
  "confirmation",
  "waiting-list",
  "resume-link",
  "sign-in-link",
  "confirm-link",
  "account",
  "token-made",
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
 * Whether the text of a kind is a secret: it brings a code or a link that opens something, or it is the
 * last mail to somebody of whom nothing is to be kept. Nobody but its recipient reads it, and it is
 * forgotten once sent. Each kind must say so: one that is not in here does not compile.
 */
const textOfKind: Record<MailKind, "secret" | "open"> = {
  confirmation: "open",
  "waiting-list": "open",
  "resume-link": "secret",
  "sign-in-link": "secret",
  "confirm-link": "secret",
  account: "secret",
  "token-made": "open",
  "new-email": "secret",
  "email-changed": "open",
  invitation: "secret",
  "returning-link": "secret",
  "status-change": "open",
  "draft-expiry": "secret",
  "split-request": "secret",
  "split-reminder": "secret",
  "split-dispute": "open",
  "deletion-asked": "open",
  "data-deleted": "secret",
  "overdue-alert": "open",
  "staff-alert": "open",
};

/** The kinds whose text is a secret. */
export const SECRET_KINDS: readonly MailKind[] = mailKinds.filter(
  (kind) => textOfKind[kind] === "secret",
);

const openKinds: ReadonlySet<string> = new Set(
  mailKinds.filter((kind) => textOfKind[kind] === "open"),
);

/** Whether the text of a stored mail is a secret; also where its kind is not known any more. */
export const isSecretKind = (kind: string): boolean => !openKinds.has(kind);

/** The kinds that go to the team, whose address is a setting: no limit, and no stop, holds for them. */
export const TEAM_KINDS = ["overdue-alert", "staff-alert"] as const;

/**
 * The kinds by which an artist gets into their account, or hears that somebody else may have: a stop of our
 * mails does not lock them out of it.
 */
export const ACCOUNT_KINDS = [
  "sign-in-link",
  "confirm-link",
  "account",
  "token-made",
  "email-changed",
] as const;

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
export const ASKED_KINDS = ["sign-in-link", "confirm-link", "new-email"] as const;

/** The kinds that somebody waits for at this very moment: later they are of no use. */
export const URGENT_KINDS = ["resume-link", "sign-in-link", "confirm-link", "new-email"] as const;

/** A mail ready for the outbox. */
export interface Mail {
  /** Names the occasion: a second mail with the same key is not written. */
  dedupeKey: string;
  kind: MailKind;
  /** Of a letter about a submission: where it belongs to no account, see `recipient.server.ts`. */
  recipient: string;
  /** The submission it is about, if it is about one. */
  submissionId?: string;
  /** The account it is about, where its address is not the account's. */
  artistId?: string;
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
  occasion: Pick<Mail, "dedupeKey" | "kind" | "recipient" | "submissionId" | "artistId">,
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
