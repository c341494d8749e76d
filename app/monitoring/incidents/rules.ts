/** What staff are told of: see {@link ALERT_RULES}. */
export const ruleNames = [
  "queue",
  "errors",
  "health",
  "mail",
  "storage",
  "expiry",
  "passcode",
] as const;
export type RuleName = (typeof ruleNames)[number];

/** How long the queue may stand still while jobs wait. */
export const QUEUE_MINUTES = 10;
/** So many mails that could not be sent within an hour are more than a few wrong addresses. */
export const FAILED_MAILS = 3;
/** How long a mail may wait for a server that would not take it. */
export const MAIL_MINUTES = 30;
/** So many wrong staff passcodes, none an hour after the one before, are more than slips. */
export const WRONG_PASSCODES = 30;
/** How long before its end staff hear of a certificate or a token. */
export const EXPIRY_DAYS = 14;
/** Of LIMIT_DATABASE_MB. */
export const DATABASE_PERCENT = 80;
/**
 * What is broken again within so many minutes was never over: it is the same incident. Long enough for one
 * that fails twice, answers once and fails again, which checks every five minutes see a quarter of an hour later.
 */
export const REOPEN_MINUTES = 30;
/** Of ALERT_ERRORS_PER_HOUR: while there are more, too many are still too many. */
export const ERROR_CLEAR_PERCENT = 70;
/** How long staff hear nothing of what they have silenced. */
export const SILENCE_HOURS = 24;

interface Rule {
  /** What is wrong, as the subject of a mail has it. */
  title: string;
  /** When it is. */
  when: string;
  /** What staff do about it. */
  help: string;
  /** What is left to do once it is over, where anything is. */
  after?: string;
  /** The page of staff that shows more of it, where there is one, and its name. */
  page?: readonly [path: string, name: string];
}

/** The rule table: the sweep judges by it every five minutes. */
export const ALERT_RULES: Readonly<Record<RuleName, Rule>> = {
  queue: {
    title: "The queue stands still",
    when: `Jobs wait, and for ${QUEUE_MINUTES} minutes none has come any further.`,
    help: "Look at the jobs worker in Cloudflare's dashboard: whether its queue delivers, and its last deployment. Nothing is lost: jobs go on where they stopped.",
    page: ["/staff/activity/jobs", "Jobs"],
  },
  errors: {
    title: "Many errors",
    when: `More errors within the last hour than ALERT_ERRORS_PER_HOUR, those of severity LOW left out; over at ${ERROR_CLEAR_PERCENT} % of it.`,
    help: "Look at the errors by their cause: a new release, or somebody else's machine, is the usual one.",
  },
  health: {
    title: "Something does not answer",
    when: "Of our stores, or of what the portal works with, one has failed twice in a row.",
    help: "Connections says what it answered, and what to do. Artists can go on: what is for it waits, and is done by itself.",
    page: ["/staff/connections", "Connections"],
  },
  mail: {
    title: "Mails do not go out",
    when: `Within an hour ${FAILED_MAILS} mails could not be sent. Or one waits for ${MAIL_MINUTES} minutes for a server that would not take it, while no other goes out.`,
    help: "The outbox says why. What waits goes out by itself; what has failed, staff send again there.",
    after: "What waited goes out by itself. What has failed does not: send it again in the outbox.",
    page: ["/staff/activity/mails", "Outbox"],
  },
  storage: {
    title: "Storage fills up",
    when: `D1 holds ${DATABASE_PERCENT} % of LIMIT_DATABASE_MB, or artists' files more than ALERT_FILES_GB.`,
    help: "See in docs/retention.md what grows, and when it is forgotten; then raise the limit, or find out who sends so much.",
  },
  passcode: {
    title: "Somebody guesses at the staff passcode",
    when: `${WRONG_PASSCODES} wrong staff passcodes have come, none of them more than an hour after the one before.`,
    help: "Ask the team whether it was one of you. If not, guessing gets nobody in as long as the passcode is hard to guess: set a new STAFF_PASSCODE where it is not, or where somebody may know it. The log's staff.refused and staff.locked tell when it was tried.",
    after:
      "No wrong passcode has come for an hour. Look at the sign-ins for one that is none of yours.",
    page: ["/staff/sessions", "Sign-ins"],
  },
  expiry: {
    title: "A certificate or a token ends",
    when: `One of those in CREDENTIALS_END, or one that says itself when it ends, has ${EXPIRY_DAYS} days left or fewer.`,
    help: "Make a new one, set it, and set its new date in CREDENTIALS_END.",
  },
};

/** Something that breaks a rule. */
export interface Finding {
  rule: RuleName;
  /** What of it, where a rule is about several; else empty. */
  subject: string;
  /** What was found, in words for staff, without a word of any artist's. */
  detail: string;
}

const isRuleName = (name: string): name is RuleName =>
  ruleNames.some((ruleName) => ruleName === name);

/** The rule that an incident is of; undefined where the table has it no more. */
export const ruleOf = (name: string): Rule | undefined =>
  isRuleName(name) ? ALERT_RULES[name] : undefined;

/** What is wrong, in a line: "Something does not answer: board". */
export function incidentTitle({ rule, subject }: { rule: string; subject: string }): string {
  const title = ruleOf(rule)?.title ?? rule;
  return subject ? `${title}: ${subject}` : title;
}
