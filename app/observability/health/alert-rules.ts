/** See {@link ALERT_RULES}. */
export const ruleNames = [
  "queue",
  "errors",
  "health",
  "mail",
  "storage",
  "expiry",
  "passcode",
  "backup",
] as const;
export type RuleName = (typeof ruleNames)[number];

/** Minutes without progress while jobs wait. */
export const QUEUE_MINUTES = 10;
/** Failures within an hour: more than a few wrong addresses. */
export const FAILED_MAILS = 3;
/** Minutes a mail may wait for the server. */
export const MAIL_MINUTES = 30;
/** More than slips; each at most an hour after the one before. */
export const WRONG_PASSCODES = 30;
/** Days of notice before a certificate or token ends. */
export const EXPIRY_DAYS = 14;
/** So many times BACKUP_HOURS may go by without a finished copy. */
export const BACKUP_PERIODS = 2;
/** Percent of LIMIT_DATABASE_MB. */
export const FULL_PERCENT = 80;
/**
 * A recurrence within this time is the same incident. Long enough for one that fails twice, answers
 * once and fails again, which checks every five minutes see a quarter of an hour later.
 */
export const REOPEN_MINUTES = 30;
/**
 * Minutes that many errors last before staff are told. By then two checks have shown whether something
 * that is away causes them.
 */
export const ERROR_WAIT_MINUTES = 15;
/** Percent of ALERT_ERRORS_PER_HOUR below which the incident ends. */
export const ERROR_CLEAR_PERCENT = 70;

interface Rule {
  /** Subject of the mail. */
  title: string;
  /** The condition. */
  when: string;
  /** What staff can do. */
  help: string;
  /** What remains to be done afterwards. */
  after?: string;
  /** The staff page with details. */
  page?: readonly [path: string, name: string];
}

/** The rules that the sweep checks every five minutes. */
export const ALERT_RULES: Readonly<Record<RuleName, Rule>> = {
  queue: {
    title: "The queue is stuck",
    when: `Jobs are waiting, and none has moved for ${QUEUE_MINUTES} minutes.`,
    help: "Look at the jobs worker in Cloudflare's dashboard: whether its queue delivers, and its last deployment. Nothing is lost: jobs go on where they stopped.",
    page: ["/staff/activity/jobs", "Jobs"],
  },
  errors: {
    title: "Many errors",
    when: `More errors within the last hour than ALERT_ERRORS_PER_HOUR, for ${ERROR_WAIT_MINUTES} minutes. Those of severity LOW are left out; it is over at ${ERROR_CLEAR_PERCENT} % of it.`,
    help: "Look at the errors by their cause: a new release, or somebody else's machine, is the usual one.",
  },
  health: {
    title: "Something isn't answering",
    when: "One of our stores or connections has failed two checks in a row.",
    help: "The page Connections shows what it answered, and what to do. Artists can carry on: we keep what is meant for it, and send it later.",
    page: ["/staff/connections", "Connections"],
  },
  mail: {
    title: "Emails aren't going out",
    when: `${FAILED_MAILS} emails failed within an hour. Or one has been waiting for ${MAIL_MINUTES} minutes because the mail server won't take it, and no other has gone out.`,
    help: "The outbox says why. Emails that wait go out by themselves. Send the failed ones again there.",
    after:
      "Emails that waited go out by themselves. Failed ones don't: send them again in the outbox.",
    page: ["/staff/activity/mails", "Outbox"],
  },
  storage: {
    title: "Storage is filling up",
    when: `The database holds ${FULL_PERCENT} % of LIMIT_DATABASE_MB, or artists' files ${FULL_PERCENT} % of LIMIT_BUCKET_GB or more than ALERT_FILES_GB.`,
    help: "See in docs/retention.md what grows, and when it is deleted. Then raise the limit, or find out who sends so much.",
  },
  passcode: {
    title: "Somebody is guessing the staff passcode",
    when: `${WRONG_PASSCODES} wrong staff passcodes have come, none of them more than an hour after the one before.`,
    help: "Ask the team whether it was one of you. If not, and the passcode is easy to guess or somebody may know it, set a new STAFF_PASSCODE. The log's staff.refused and staff.locked tell when it was tried.",
    after: "No wrong passcode has come for an hour. Look for a sign-in that is not one of yours.",
    page: ["/staff/sessions", "Sign-ins"],
  },
  backup: {
    title: "The backup is out of date",
    when: `No backup has finished for ${BACKUP_PERIODS} times BACKUP_HOURS.`,
    help: "Look for sweep.failed with the part backup in the log of the jobs worker: it says why. The backup carries on by itself once that is fixed. The portal works without it.",
  },
  expiry: {
    title: "A certificate or token is about to expire",
    when: `A certificate or token expires in ${EXPIRY_DAYS} days or less. Its date is in CREDENTIALS_END, or the certificate itself has it.`,
    help: "Make a new one, set it, and set its new date in CREDENTIALS_END.",
  },
};

export interface Finding {
  rule: RuleName;
  /** What it is about, if the rule covers several things; else empty. */
  subject: string;
  /** For staff; without personal data of artists. */
  detail: string;
}

const isRuleName = (name: string): name is RuleName =>
  ruleNames.some((ruleName) => ruleName === name);

/** Undefined for rules that no longer exist. */
export const ruleOf = (name: string): Rule | undefined =>
  isRuleName(name) ? ALERT_RULES[name] : undefined;
