import { capitalize } from "~/platform/formats/capitalize";

/** The tone of a status (`000…`, section 4). */
export type StatusTone = "good" | "waiting" | "bad" | "neutral";

/** From the specification (`000…`, section 4). */
export interface StatusText {
  title: string;
  text: string;
}

/** The way of a release, in the order in which its artist sees it. */
export const releaseStages = ["received", "listened to", "agreed", "delivered", "out"] as const;
export type ReleaseStage = (typeof releaseStages)[number];

/** What has to be known of a status; see "How do I add a status?" in docs/contributing.md. */
interface StatusFacts<Name extends string = string> {
  tone: StatusTone;
  /** The stage that comes next by it, or has come where it is out, or has failed where it is a no. */
  stage: ReleaseStage;
  /** What its artist reads on its page and in its mail; null where it is only named. */
  banner: StatusText | null;
  /** What staff say by it, where they choose it. */
  meaning: string;
  /** The key by which staff choose it, what it does, and whether its button is always in sight. */
  shortcut: { key: string; does: string; isMain: boolean } | null;
  /** Whether we release it: an artist with a 'yes' has an account, and their release stays on record. */
  outcome: "open" | "yes" | "no";
  /** Who acts next: we decide; the artist and we prepare it for the stores; the artist may correct it. */
  waitsFor: "review" | "details" | "correction" | null;
  /** The statuses that may follow, here and on the board. */
  next: "any" | readonly Name[];
  /** What it cannot be set without. */
  requires: "reason" | "agreement" | null;
  /** Whether the release may have a public page. */
  mayHavePage: boolean;
  /** What its mail is about: the banner, with links to the stores or not, or something else. */
  mail: "banner" | "stores" | "details" | "rejection" | "failure";
  /** What happens next, for the mail that says yes; null where the first mail says nothing special. */
  firstYes: string | null;
  /** The mail to an artist on the waiting list; null where their entry cannot have this status. */
  entryMail: { title: string; text: string | null } | null;
}

/** Infers the names from the keys, so that `next` can only name one of them. */
const defineStatuses = <Name extends string>(
  statuses: Readonly<Record<Name, StatusFacts<NoInfer<Name>>>>,
) => statuses;

const SCHEDULED = "Your release is scheduled and will go live on the release date.";

/** Every status of a submission (`000…`, section 4). The board's label is the name, capitalized. */
const STATUSES = defineStatuses({
  pending: {
    tone: "waiting",
    stage: "listened to",
    banner: {
      title: "Your submission is being reviewed",
      text: "We'll update you once we've reviewed your submission.",
    },
    meaning: "Nobody has decided yet.",
    shortcut: null,
    outcome: "open",
    waitsFor: "review",
    next: "any",
    requires: null,
    mayHavePage: false,
    mail: "banner",
    firstYes: null,
    entryMail: {
      title: "You're still on our waiting list",
      text: "We haven't decided yet. Once we have, we'll write to you.",
    },
  },
  "in progress": {
    tone: "waiting",
    stage: "agreed",
    banner: null,
    meaning:
      "You want it and work on it. The artist gets an email with a link to complete the release details.",
    shortcut: { key: "i", does: "In progress", isMain: false },
    outcome: "yes",
    waitsFor: "details",
    next: "any",
    requires: null,
    mayHavePage: false,
    mail: "details",
    firstYes:
      "Then we send your release to the stores. We write to you when it is approved, and when it is live.",
    entryMail: null,
  },
  processing: {
    tone: "waiting",
    stage: "delivered",
    banner: {
      title: "Your music is being processed",
      text: "Your music is being processed for distribution.",
    },
    meaning: "It is on its way to the stores.",
    shortcut: null,
    outcome: "yes",
    waitsFor: null,
    next: "any",
    requires: null,
    mayHavePage: true,
    mail: "banner",
    firstYes: null,
    entryMail: null,
  },
  approved: {
    tone: "good",
    stage: "out",
    banner: { title: "Your release has been approved", text: SCHEDULED },
    meaning: "The yes.",
    shortcut: { key: "a", does: "Approve", isMain: true },
    outcome: "yes",
    waitsFor: null,
    next: "any",
    requires: null,
    mayHavePage: true,
    mail: "banner",
    firstYes: SCHEDULED,
    entryMail: {
      title: "We'd like to hear more",
      text: "We listened to your music, and we'd like to have your release. We send you another email with your own link to submit it.",
    },
  },
  live: {
    tone: "good",
    stage: "out",
    banner: {
      title: "Your music is now live!",
      text: "Your music is now available on all platforms.",
    },
    meaning: "It is out in the stores. The artist must have signed the agreement.",
    shortcut: null,
    outcome: "yes",
    waitsFor: null,
    next: "any",
    requires: "agreement",
    mayHavePage: true,
    mail: "stores",
    firstYes: null,
    entryMail: null,
  },
  rejected: {
    tone: "bad",
    stage: "listened to",
    banner: {
      title: "Your submission was not approved",
      text: "Please check your email for details on why it was rejected.",
    },
    meaning: "The no. It needs a reason, and the artist reads it in the email.",
    shortcut: { key: "r", does: "Reject", isMain: true },
    outcome: "no",
    waitsFor: "correction",
    next: "any",
    requires: "reason",
    mayHavePage: false,
    mail: "rejection",
    firstYes: null,
    entryMail: { title: "We can't release your music", text: null },
  },
  failed: {
    tone: "bad",
    stage: "delivered",
    banner: null,
    meaning:
      "A store or a distributor could not take it. Write the reason, so that the artist knows.",
    shortcut: null,
    outcome: "no",
    waitsFor: null,
    next: "any",
    requires: null,
    mayHavePage: false,
    mail: "failure",
    firstYes: null,
    entryMail: null,
  },
  active: {
    tone: "good",
    stage: "out",
    banner: null,
    meaning: "It has been out for a while, and you still work on it. The agreement must be signed.",
    shortcut: null,
    outcome: "yes",
    waitsFor: null,
    next: "any",
    requires: "agreement",
    mayHavePage: true,
    mail: "banner",
    firstYes: null,
    entryMail: null,
  },
});

export type SubmissionStatus = keyof typeof STATUSES;

export const submissionStatuses = Object.keys(STATUSES) as readonly SubmissionStatus[];

/** The status of what nobody has decided about; of the waiting list, too. */
export const INITIAL_STATUS: SubmissionStatus = "pending";

/** Of an entry of the waiting list whose artist is invited. Staff no longer decide about it. */
export const INVITED = "invited";

/** Finds a status by its name or label, ignoring case and separators; undefined for an unknown one. */
export function statusOfLabel(label: string): SubmissionStatus | undefined {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  return submissionStatuses.find((status) => status === name);
}

/** What is known of a status in any case; undefined for one that only the board knows. */
export function statusFacts(status: string): StatusFacts | undefined {
  const name = statusOfLabel(status);
  return name && STATUSES[name];
}

/** The statuses of which something holds, in the order of the table. */
export const statusesWith = (holds: (facts: StatusFacts) => boolean): readonly SubmissionStatus[] =>
  submissionStatuses.filter((status) => holds(STATUSES[status]));

/** The statuses that wait for our decision, or for what is still to be prepared. */
export const openStatuses = statusesWith(
  ({ waitsFor }) => waitsFor === "review" || waitsFor === "details",
);
/** Statuses in which the artist completes the release's details. */
export const inProgressStatuses = statusesWith(({ waitsFor }) => waitsFor === "details");
/** Statuses in which the artist may correct their release, and send it again. */
export const fixableStatuses = statusesWith(({ waitsFor }) => waitsFor === "correction");

/** The statuses that staff can give an entry of the waiting list. */
export const entryStatuses = statusesWith(({ entryMail }) => entryMail !== null);

export const isAccepted = (status: string) => statusFacts(status)?.outcome === "yes";

export const statusTone = (status: string): StatusTone => statusFacts(status)?.tone ?? "neutral";

/** Whether the artist completes the release's details. */
export const isInProgress = (status: string) => statusFacts(status)?.waitsFor === "details";

export const needsAgreement = (status: string) => statusFacts(status)?.requires === "agreement";
export const needsReason = (status: string) => statusFacts(status)?.requires === "reason";

/** Whether a status may follow another one. */
export function canFollow(current: string, status: string): boolean {
  const { next = "any" } = statusFacts(current) ?? {};
  return next === "any" || next.includes(status);
}

/** Statuses in a sentence: "Pending, Approved or Rejected". */
export function statusesInWords(statuses: readonly string[]): string {
  const names = statuses.map((status) => status.split(" ").map(capitalize).join(" "));
  return names.join(", ").replace(/, ([^,]*)$/, " or $1");
}

/** As the board has it. */
export const statusLabel = capitalize;
