import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  max,
  min,
  ne,
  or,
  sql,
  sum,
} from "drizzle-orm";
import { countWrongPasscodes } from "~/domain/access/staff/wrong-passcodes.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { integrations, integrationTitle } from "~/domain/review/integrations";
import { storedBytes } from "~/domain/uploads/receiving/byte-budget.server";
import { backupRuns, jobEvents, jobs } from "~/jobs/job-tables.server";
import {
  BACKUP_PERIODS,
  ERROR_CLEAR_PERCENT,
  FAILED_MAILS,
  type Finding,
  FULL_PERCENT,
  MAIL_MINUTES,
  QUEUE_MINUTES,
  type RuleName,
  WRONG_PASSCODES,
} from "~/observability/health/alert-rules";
import { expiringSoon } from "~/observability/health/credential-expiry.server";
import { latestChecks } from "~/observability/health/health-checks.server";
import { errorCounts, incidents } from "~/observability/monitoring-tables.server";
import { addDays, addMinutes } from "~/platform/clock";
import { type Database, databaseMegabytes } from "~/platform/database.server";
import { longTime } from "~/platform/formats/dates";
import type { AlertSettings } from "../sweep-deps";

type RuleCheck = (db: Database, watch: AlertSettings, now: Date) => Promise<Finding[]>;

/** Outcomes of attempts that prove that the queue delivers. */
const PROGRESS = ["done", "retry", "again", "failed", "run-again"];

const queue: RuleCheck = async (db, _, now) => {
  const before = addMinutes(now, -QUEUE_MINUTES).toISOString();
  const since = sql<string>`max(${jobs.createdAt}, coalesce(${jobs.dueAt}, ''))`;
  const due = or(isNull(jobs.dueAt), lte(jobs.dueAt, before));
  const [[waiting], [working], [last]] = await db.batch([
    db
      .select({ n: count(), since: min(since) })
      .from(jobs)
      .where(and(eq(jobs.state, "waiting"), lte(jobs.createdAt, before), due)),
    db
      .select({ n: count() })
      .from(jobs)
      .where(and(eq(jobs.state, "running"), gt(jobs.leaseUntil, now.toISOString()))),
    db
      .select({ at: jobEvents.at, ms: jobEvents.ms })
      .from(jobEvents)
      .where(inArray(jobEvents.outcome, PROGRESS))
      .orderBy(desc(jobEvents.id))
      .limit(1),
  ]);
  if (!waiting?.n || working?.n) return [];
  const movedAt = last ? Date.parse(last.at) + (last.ms ?? 0) : 0;
  if (movedAt > Date.parse(before)) return [];
  const jobsWait = waiting.n === 1 ? "1 job waits" : `${waiting.n} jobs wait`;
  const minutes = Math.floor((now.getTime() - Date.parse(waiting.since ?? before)) / 60_000);
  const detail = `${jobsWait}, the first for ${minutes} minutes, and none has come any further.`;
  return [{ rule: "queue", subject: "", detail }];
};

const SLOT_MINUTES = 10;

const errors: RuleCheck = async (db, { errorsPerHour }, now) => {
  // A slot has the time of its beginning: the first one may have begun before the hour.
  const from = addMinutes(now, -(60 + SLOT_MINUTES)).toISOString();
  const [found] = await db
    .select({ n: sum(errorCounts.count).mapWith(Number) })
    .from(errorCounts)
    .where(and(gt(errorCounts.slot, from), ne(errorCounts.severity, "LOW")));
  const n = found?.n ?? 0;
  const isOpen = and(eq(incidents.rule, "errors"), isNull(incidents.closedAt));
  // While an incident is open the limit is lower, so that a count around the limit is one incident.
  const limit = (await db.$count(incidents, isOpen))
    ? (errorsPerHour * ERROR_CLEAR_PERCENT) / 100
    : errorsPerHour;
  if (n <= limit) return [];
  const comparison = n > errorsPerHour ? "more than" : "still near";
  const detail = `${n} errors within an hour: ${comparison} ALERT_ERRORS_PER_HOUR, which is ${errorsPerHour}.`;
  return [{ rule: "errors", subject: "", detail }];
};

const health: RuleCheck = async (db, { names }) => {
  const checks = await latestChecks(db, names, 2);
  return checks.flatMap((lastChecks): Finding[] => {
    const [last] = lastChecks;
    if (!last || lastChecks.length < 2 || lastChecks.some(({ ok }) => ok)) return [];
    const { integration } = last;
    const title = integrationTitle(integration) ?? "Something";
    const answer = last.detail ?? "It gave no reason.";
    const detail = `${title} has failed two checks in a row. ${answer}`;
    return [{ rule: "health", subject: integration, detail }];
  });
};

/** No mail is tried for longer. */
const MAIL_DAYS = 14;

const mail: RuleCheck = async (db, { mailIsLive }, now) => {
  if (!mailIsLive) return [];
  const failing = and(
    eq(jobs.state, "failed"),
    gt(jobs.updatedAt, addMinutes(now, -60).toISOString()),
    eq(jobs.type, "send-mail"),
  );
  const since = addMinutes(now, -MAIL_MINUTES).toISOString();
  // One full mailbox delays only its own mail; while others are sent, the server works.
  const written = addDays(now, -MAIL_DAYS).toISOString();
  const hasSentMail = sql`EXISTS (SELECT 1 FROM ${mailOutbox} AS gone WHERE gone.state = 'sent'
    AND gone.created_at > ${written} AND gone.sent_at > ${since})`;
  const stuck = and(
    eq(mailOutbox.state, "waiting"),
    lte(mailOutbox.createdAt, since),
    gte(mailOutbox.attempts, 2),
    sql`NOT ${hasSentMail}`,
  );
  const [[failures], [waiting]] = await db.batch([
    db.select({ n: count() }).from(jobs).where(failing),
    db.select({ n: count() }).from(mailOutbox).where(stuck),
  ]);
  const sentences = [
    ...(failures && failures.n >= FAILED_MAILS
      ? [`${failures.n} mails could not be sent within an hour.`]
      : []),
    ...(waiting?.n
      ? [
          waiting.n === 1
            ? "1 mail waits for a server that would not take it."
            : `${waiting.n} mails wait for a server that would not take them.`,
        ]
      : []),
  ];
  return sentences.length === 0 ? [] : [{ rule: "mail", subject: "", detail: sentences.join(" ") }];
};

const storage: RuleCheck = async (db, { databaseMb, filesGb, bucketGb }) => {
  const megabytes = await databaseMegabytes(db);
  const gigabytes = (await storedBytes(db)) / 1_000_000_000;
  const breaches: Finding[] = [];
  if (megabytes >= (databaseMb * FULL_PERCENT) / 100) {
    const detail = `${integrations.d1.title} holds ${Math.round(megabytes)} MB. At ${databaseMb} MB (LIMIT_DATABASE_MB) artists can't begin a new draft.`;
    breaches.push({ rule: "storage", subject: "d1", detail });
  }
  const isNearlyFull = gigabytes >= (bucketGb * FULL_PERCENT) / 100;
  if (gigabytes > filesGb || isNearlyFull) {
    const reason = isNearlyFull
      ? `At ${bucketGb} GB (LIMIT_BUCKET_GB) artists can't send another file.`
      : `That is more than ALERT_FILES_GB, which is ${filesGb}.`;
    const detail = `${integrations.r2.title} holds ${Math.round(gigabytes)} GB of artists' files. ${reason}`;
    breaches.push({ rule: "storage", subject: "r2", detail });
  }
  return breaches;
};

const expiry: RuleCheck = async (_, { listExpiries }, now) =>
  expiringSoon(await listExpiries(), now);

const passcode: RuleCheck = async (db, _, now) => {
  const wrong = await countWrongPasscodes(db, now);
  if (wrong < WRONG_PASSCODES) return [];
  const detail = `${wrong} wrong staff passcodes have come, the last of them within an hour.`;
  return [{ rule: "passcode", subject: "", detail }];
};

const backup: RuleCheck = async (db, { backupHours }, now) => {
  if (backupHours === 0) return [];
  const [last] = await db
    .select({ finishedAt: max(backupRuns.finishedAt), beganAt: min(backupRuns.createdAt) })
    .from(backupRuns);
  const since = last?.finishedAt ?? last?.beganAt;
  if (!since || since > addMinutes(now, -BACKUP_PERIODS * backupHours * 60).toISOString())
    return [];
  const detail = last?.finishedAt
    ? `The last copy of everything was finished at ${longTime(since)}. One is due every ${backupHours} hours.`
    : `The first copy of everything has not been finished since ${longTime(since)}.`;
  return [{ rule: "backup", subject: "", detail }];
};

/** The check of each rule of the rule table. */
export const ruleChecks: Readonly<Record<RuleName, RuleCheck>> = {
  queue,
  errors,
  health,
  mail,
  storage,
  expiry,
  passcode,
  backup,
};
