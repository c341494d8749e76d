/** What is decided once for each kind of mail; a new kind has to answer all of it. */
interface MailTraits {
  /**
   * `anybody` types an address or holds a link; an artist who types somebody else's address is one
   * of them. `owner` is signed in to the account that the mail goes to. `label` is staff, and what
   * follows from what they decide. `team` are mails to staff.
   */
  whoTriggers: "anybody" | "owner" | "label" | "team";
  /**
   * Counts together with the others of this group while nobody has shown to read the address. Any
   * other kind counts alone, so that forms cannot use up what an account needs.
   */
  sharesLimit?: true;
  /**
   * The press that stops it: the first one, the second and explained one, or none, since it signs
   * in or warns of an intruder.
   */
  stoppedBy: "first-press" | "second-press" | "nothing";
  /**
   * Secret texts contain a code or a link that opens something, or are the last mail to a deleted
   * person. Only the recipient sees them, and they are deleted once sent.
   */
  text: "secret" | "open";
  /** Hours for which a mail that waits is of use. Secret texts are deleted after 14 days. */
  usefulHours: number;
  /** Not written at all where it may not go out now. */
  isUrgent?: true;
  /** Its own link verifies the address when used, or it goes to a verified one. */
  isVerifying?: true;
  /** About a submission, and goes to the account of it, whatever address was typed. */
  isToOwner?: boolean;
  /** The choice by which an account switches it off. */
  choice?: "statuses" | "reminders";
}

const DAY = 24;
const QUARTER_HOUR = 0.2;

const BY_ANYBODY = { whoTriggers: "anybody" } as const;
const BY_OWNER = { whoTriggers: "owner" } as const;
const BY_LABEL = { whoTriggers: "label" } as const;
/** What strangers can trigger by a form has to stop at the first press. */
const FORM = { ...BY_ANYBODY, sharesLimit: true, stoppedBy: "first-press" } as const;
const NEWS = { text: "open", stoppedBy: "second-press", isToOwner: true } as const;
const NOTICE = { ...BY_OWNER, stoppedBy: "nothing", isVerifying: true } as const;
const TEAM = { whoTriggers: "team", text: "open", stoppedBy: "nothing" } as const;
/** A link of which only the reader's use counts. */
const LINK = { text: "secret", isVerifying: true } as const;
const URGENT = { ...LINK, isUrgent: true } as const;
const WEEKS = { usefulHours: 13 * DAY } as const;

const traitsByKind = {
  confirmation: { ...FORM, text: "open", usefulHours: 14 * DAY, isToOwner: true },
  "waiting-list": { ...FORM, text: "open", usefulHours: 14 * DAY },
  "resume-link": { ...FORM, ...URGENT, usefulHours: DAY },
  "draft-expiry": { ...FORM, ...LINK, usefulHours: DAY, choice: "reminders" },
  "split-request": { ...FORM, ...WEEKS, text: "secret" },
  "split-reminder": { ...FORM, ...WEEKS, text: "secret" },
  "sign-in-link": { ...BY_ANYBODY, ...URGENT, stoppedBy: "nothing", usefulHours: QUARTER_HOUR },
  "new-email": { ...BY_ANYBODY, ...URGENT, stoppedBy: "second-press", usefulHours: 12 },
  "fix-link": { ...BY_ANYBODY, ...NEWS, stoppedBy: "first-press", usefulHours: DAY },
  "split-dispute": { ...BY_ANYBODY, ...NEWS, usefulHours: 7 * DAY },
  "status-change": { ...BY_LABEL, ...NEWS, usefulHours: 3 * DAY, choice: "statuses" },
  "details-request": { ...BY_LABEL, ...NEWS, ...WEEKS },
  "agreement-copy": { ...BY_OWNER, ...WEEKS, ...NEWS, isToOwner: false, isVerifying: true },
  invitation: { ...BY_LABEL, ...WEEKS, text: "secret", stoppedBy: "first-press" },
  "returning-link": { ...BY_LABEL, ...WEEKS, text: "secret", stoppedBy: "first-press" },
  account: { ...BY_LABEL, ...WEEKS, text: "secret", stoppedBy: "nothing" },
  "confirm-link": { ...NOTICE, ...URGENT, usefulHours: QUARTER_HOUR },
  // The reader may have to act on these.
  "token-made": { ...NOTICE, text: "open", usefulHours: 7 * DAY },
  "email-changed": { ...NOTICE, text: "open", usefulHours: 7 * DAY },
  "deletion-asked": { ...NOTICE, text: "open", usefulHours: 7 * DAY },
  "data-deleted": { ...NOTICE, ...WEEKS, text: "secret" },
  "overdue-alert": { ...TEAM, usefulHours: DAY },
  "staff-alert": { ...TEAM, usefulHours: 7 * DAY },
} as const satisfies Record<string, MailTraits>;

export type MailKind = keyof typeof traitsByKind;

const traits: Readonly<Record<MailKind, MailTraits>> = traitsByKind;
const isMailKind = (kind: string): kind is MailKind => Object.keys(traits).includes(kind);
export const mailKinds: readonly MailKind[] = Object.keys(traits).filter(isMailKind);

export const mailTraits = (kind: MailKind): MailTraits => traits[kind];

/** The traits of a stored mail's kind, which a later version may have written. */
export const storedTraits = (kind: string): MailTraits | undefined =>
  isMailKind(kind) ? traits[kind] : undefined;

const kindsWhere = (has: (traits: MailTraits) => boolean): readonly MailKind[] =>
  mailKinds.filter((kind) => has(traits[kind]));

export const SECRET_KINDS = kindsWhere(({ text }) => text === "secret");
export const TEAM_KINDS = kindsWhere(({ whoTriggers }) => whoTriggers === "team");
export const STRANGER_KINDS = kindsWhere(({ whoTriggers }) => whoTriggers === "anybody");
export const SHARED_KINDS = kindsWhere(({ sharesLimit }) => sharesLimit === true);

/**
 * How much a reader has stopped: reminders and what forms send, or also the news of their music.
 * What signs in or warns of an intruder always comes.
 */
export const stopScopes = ["news", "all"] as const;
export type StopScope = (typeof stopScopes)[number];

/** The kinds that a scope stops. */
export const stoppedKinds: Readonly<Record<StopScope, readonly MailKind[]>> = {
  news: kindsWhere(({ stoppedBy }) => stoppedBy === "first-press"),
  all: kindsWhere(({ stoppedBy }) => stoppedBy !== "nothing"),
};

/** True also for unknown kinds. */
export const isSecretKind = (kind: string): boolean => storedTraits(kind)?.text !== "open";
