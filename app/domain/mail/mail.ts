import type { FixLinkKind } from "~/domain/submission/record/fix-link";
import { type MailContent, oneLine, renderMailHtml, renderMailText } from "./mail-content";

export const mailKinds = [
  "confirmation",
  "waiting-list",
  "resume-link",
  "sign-in-link",
  "confirm-link",
  "account",
  "agreement-copy",
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
 * Secret texts contain a code or a link that opens something, or are the last mail to a deleted
 * person. Only the recipient sees them, and they are deleted once sent. The type requires an entry
 * for every kind.
 */
const secrecyByKind: Record<MailKind, "secret" | "open"> = {
  confirmation: "open",
  "waiting-list": "open",
  "resume-link": "secret",
  "sign-in-link": "secret",
  "confirm-link": "secret",
  account: "secret",
  "agreement-copy": "open",
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

export const SECRET_KINDS: readonly MailKind[] = mailKinds.filter(
  (kind) => secrecyByKind[kind] === "secret",
);

const openKinds: ReadonlySet<string> = new Set(
  mailKinds.filter((kind) => secrecyByKind[kind] === "open"),
);

/** True also for unknown kinds. */
export const isSecretKind = (kind: string): boolean => !openKinds.has(kind);

/** Mails to the team: no limit, and they cannot be stopped. */
export const TEAM_KINDS = ["overdue-alert", "staff-alert"] as const;

/** Mails needed to sign in or to notice an intruder: they cannot be stopped. */
export const ACCOUNT_KINDS = [
  "sign-in-link",
  "confirm-link",
  "account",
  "token-made",
  "email-changed",
] as const;

/**
 * Kinds that anybody can cause for any address: they share one daily limit. Other kinds have
 * separate limits, so that strangers cannot use up what a reader needs.
 */
export const OPEN_KINDS = [
  "confirmation",
  "waiting-list",
  "resume-link",
  "draft-expiry",
  "split-request",
  "split-reminder",
] as const;

/** Kinds that are limited by account and network where they are requested, not by address. */
export const REQUESTED_KINDS = ["sign-in-link", "confirm-link", "new-email"] as const;

/** Kinds that are useless later. */
export const URGENT_KINDS = ["resume-link", "sign-in-link", "confirm-link", "new-email"] as const;

export interface Mail {
  /** A second mail with the same key is not written. */
  dedupeKey: string;
  kind: MailKind;
  /** For mails about a submission, only used if it has no account, see `recipient.server.ts`. */
  recipient: string;
  submissionId?: string;
  /** The account it is about, if not found by address. */
  artistId?: string;
  /** Whether its footer links the submission's status page. */
  hasStatusLink?: true;
  /** Its text has a placeholder for a link that opens a draft; see `own-links.ts`. */
  fixLink?: FixLinkKind | undefined;
  /** Of a PDF in the store of documents, attached when the mail is sent. */
  attachmentKey?: string;
  subject: string;
  /** Subject without user input, for unverified addresses. */
  plainSubject: string;
  text: string;
  html: string;
}

export interface Brand {
  name: string;
  supportEmail: string;
}

type Occasion =
  | "dedupeKey"
  | "kind"
  | "recipient"
  | "submissionId"
  | "artistId"
  | "attachmentKey"
  | "hasStatusLink"
  | "fixLink";

export function toMail(
  { subject: rawSubject, plainSubject = rawSubject, blocks }: Omit<MailContent, "brand">,
  { name }: Brand,
  occasion: Pick<Mail, Occasion>,
): Mail {
  // A line break in user input must not add a header.
  const subject = oneLine(rawSubject);
  const letter = { subject, plainSubject: oneLine(plainSubject), blocks, brand: oneLine(name) };
  return {
    ...occasion,
    subject,
    plainSubject: letter.plainSubject,
    text: renderMailText(letter),
    html: renderMailHtml(letter),
  };
}
