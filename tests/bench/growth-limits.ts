import { readFileSync } from "node:fs";
import * as v from "valibot";
import { RETENTION_YEARS } from "~/domain/privacy/retention-periods";
import { DRAFT_DAYS } from "~/domain/submission/draft/draft-days";
import { alertEntries, limitEntries } from "~/platform/limit-settings";
import {
  BOARD_SECONDS,
  SAFETY_SECONDS,
  STATUSES_PER_SWEEP,
} from "../../workers/jobs/sweep/board-part";
import { WARNED_AT_ONCE } from "../../workers/jobs/sweep/draft-parts";
import { SUBMISSION_BATCHES, SUBMISSIONS_AT_ONCE } from "../../workers/jobs/sweep/privacy-parts";
import { ASSUMED, flowLimit, type GrowthLimit, stockLimit } from "./growth-forecast";
import type { Single } from "./growth-measured";
import { PLATFORM_LIMITS } from "./platform-limits";

const DAY_SECONDS = 86_400;
const HOUR_MS = 3_600_000;
const SWEEPS_PER_DAY = 288;

/** The limits that settings move, by their defaults. */
const settings = v.parse(v.object({ ...limitEntries, ...alertEntries }), {});

/** A number that `workers/jobs/wrangler.toml` sets for the queue's consumers. */
function consumerSetting(name: "max_concurrency" | "max_batch_size"): number {
  const text = readFileSync("workers/jobs/wrangler.toml", "utf8");
  const value = Number(new RegExp(`^${name} = (\\d+)$`, "m").exec(text)?.[1]);
  if (!(value > 0)) throw new Error(`workers/jobs/wrangler.toml has no ${name}.`);
  return value;
}

const number = (value: number) => value.toLocaleString("en-US");

function boardLimits(single: Single): GrowthLimit[] {
  const each = single.boardCalls + ASSUMED.boardCallsOfDecision;
  const plans = [
    ["Standard", PLATFORM_LIMITS.boardCallsPerDayStandard.limit, "the plan Pro"],
    ["Pro", PLATFORM_LIMITS.boardCallsPerDayPro.limit, "the plan Enterprise"],
    [
      "Enterprise",
      PLATFORM_LIMITS.boardCallsPerDayEnterprise.limit,
      "our own review pages without a board",
    ],
  ] as const;
  const ofPlans = plans.flatMap(([plan, limit, lift]) => [
    flowLimit(
      { name: `board: ${number(limit)} calls a day (${plan})`, lift: "the board's events" },
      { limit: limit - DAY_SECONDS / BOARD_SECONDS, each },
    ),
    flowLimit(
      { name: `board: ${number(limit)} calls a day (${plan}), with its events`, lift },
      { limit: limit - DAY_SECONDS / SAFETY_SECONDS, each },
    ),
  ]);
  const items = PLATFORM_LIMITS.boardItems.limit;
  return [
    ...ofPlans,
    stockLimit(
      {
        name: `board: ${number(items)} items on a board`,
        lift: "a board for each year, or month: MONDAY_BOARD_ID",
      },
      { limit: items, each: 1 },
    ),
    flowLimit(
      {
        name: `board: ${number(PLATFORM_LIMITS.boardCallsPerMinute.limit)} calls a minute`,
        lift: "none needed: calls are put off until the minute is over; a higher plan",
      },
      {
        limit: PLATFORM_LIMITS.boardCallsPerMinute.limit * 60,
        each: single.boardCalls,
        share: ASSUMED.peakHourShare,
      },
    ),
    flowLimit(
      {
        name: `board: ${STATUSES_PER_SWEEP} statuses that a sweep takes over in ${BOARD_SECONDS / 60} minutes`,
        lift: "the board's events, which have no such limit",
      },
      { limit: (STATUSES_PER_SWEEP * DAY_SECONDS) / BOARD_SECONDS, each: 1 },
    ),
  ];
}

function databaseLimits(single: Single): GrowthLimit[] {
  const guardMb = settings.LIMIT_DATABASE_MB;
  return [
    stockLimit(
      {
        name: `database: LIMIT_DATABASE_MB, ${number(guardMb)} MB`,
        lift: "archive closed submissions (ARCHIVE_AFTER_DAYS); then a database for each year",
      },
      { limit: guardMb * 1e6, each: single.d1Bytes },
    ),
    stockLimit(
      {
        name: `database: ${PLATFORM_LIMITS.d1Bytes.limit / 1e9} GB, which D1 never raises`,
        lift: "the same; an installation for each label (NAME_PREFIX)",
      },
      { limit: PLATFORM_LIMITS.d1Bytes.limit, each: single.d1Bytes },
    ),
    flowLimit(
      {
        name: "database: one statement at a time, the busiest hour",
        lift: "an installation for each label; fewer statements for each submission",
      },
      { limit: HOUR_MS, each: single.d1Ms, share: ASSUMED.peakHourShare },
    ),
  ];
}

function jobLimits(single: Single): GrowthLimit[] {
  const consumers = consumerSetting("max_concurrency");
  const perSecond = PLATFORM_LIMITS.queueMessagesPerSecond.limit;
  return [
    flowLimit(
      {
        name: `queue: ${number(perSecond)} messages a second, the busiest hour`,
        lift: "a second queue",
      },
      { limit: perSecond * 3_600, each: single.queueMessages, share: ASSUMED.peakHourShare },
    ),
    flowLimit(
      {
        name: `jobs: heavy work of ${consumers} consumers, a whole day`,
        lift: "a queue of their own for heavy jobs, with more consumers (up to 250)",
      },
      { limit: consumers * DAY_SECONDS * 1_000, each: single.heavyMs },
    ),
    flowLimit(
      {
        name: `mail: ${number(PLATFORM_LIMITS.mailsPerDay.limit)} a day from a mailbox of Google Workspace`,
        lift: "a mail service without such a limit: SMTP_HOST",
      },
      { limit: PLATFORM_LIMITS.mailsPerDay.limit, each: single.mails },
    ),
  ];
}

function fileLimits(single: Single): GrowthLimit[] {
  const uploads = settings.LIMIT_UPLOADS_PER_HOUR;
  const alertGb = settings.ALERT_FILES_GB;
  return [
    flowLimit(
      {
        name: `uploads: LIMIT_UPLOADS_PER_HOUR, ${number(uploads)}, the busiest hour`,
        lift: "raise the setting, and with it what the sweep removes in one go",
      },
      { limit: uploads, each: single.files, share: ASSUMED.peakHourShare },
    ),
    flowLimit(
      {
        name: `uploads: LIMIT_UPLOADS_GB_PER_HOUR, ${number(settings.LIMIT_UPLOADS_GB_PER_HOUR)} GB, the busiest hour`,
        lift: "raise the setting",
      },
      {
        limit: settings.LIMIT_UPLOADS_GB_PER_HOUR * 1e9,
        each: single.r2Bytes,
        share: ASSUMED.peakHourShare,
      },
    ),
    stockLimit(
      {
        name: `files: LIMIT_BUCKET_GB, ${number(settings.LIMIT_BUCKET_GB)} GB`,
        lift: "raise the setting: R2 has no limit of its own",
      },
      { limit: settings.LIMIT_BUCKET_GB * 1e9, each: single.r2Bytes },
    ),
    stockLimit(
      {
        name: `files: ALERT_FILES_GB, ${number(alertGb)} GB, of which staff are told`,
        lift: "raise the setting: R2 has no limit of its own",
        isNotice: true,
      },
      { limit: alertGb * 1e9, each: single.r2Bytes },
    ),
    flowLimit(
      {
        name: `drive: ${PLATFORM_LIMITS.driveBytesPerDay.limit / 1e9} GB a day`,
        lift: "mirror what was taken on alone, or nothing",
      },
      { limit: PLATFORM_LIMITS.driveBytesPerDay.limit, each: single.r2Bytes },
    ),
    stockLimit(
      {
        name: `drive: ${number(PLATFORM_LIMITS.driveItems.limit)} items on a Shared Drive`,
        lift: "a drive for each year: GOOGLE_DRIVE_ID",
      },
      { limit: PLATFORM_LIMITS.driveItems.limit, each: single.driveItems },
    ),
  ];
}

function draftLimits(): GrowthLimit[] {
  const { abandonedDrafts } = ASSUMED;
  const drafts = settings.LIMIT_OPEN_DRAFTS;
  const deletedPerDay = SUBMISSIONS_AT_ONCE * SUBMISSION_BATCHES * 24;
  return [
    flowLimit(
      {
        name: `drafts: LIMIT_OPEN_DRAFTS, ${number(drafts)}, given up ones for ${DRAFT_DAYS} days`,
        lift: "raise the setting, where the database has room for them",
      },
      { limit: drafts / DRAFT_DAYS, each: abandonedDrafts, fromDay: DRAFT_DAYS },
    ),
    flowLimit(
      {
        name: `sweep: ${WARNED_AT_ONCE} warnings of drafts that end`,
        lift: "more at once: each costs some of the 1,000 statements of an invocation",
      },
      { limit: WARNED_AT_ONCE * SWEEPS_PER_DAY, each: abandonedDrafts, fromDay: DRAFT_DAYS },
    ),
    flowLimit(
      {
        name: `sweep: ${number(deletedPerDay)} submissions forgotten a day, after ${RETENTION_YEARS.submission} years`,
        lift: "run that part of the sweep more often than every hour",
      },
      { limit: deletedPerDay, each: 1, fromDay: RETENTION_YEARS.submission * 365 },
    ),
  ];
}

/** Every limit that growth meets, by what one single uses. */
export const growthLimits = (single: Single): GrowthLimit[] => [
  ...boardLimits(single),
  ...databaseLimits(single),
  ...jobLimits(single),
  ...fileLimits(single),
  ...draftLimits(),
];

/** Statements of D1 that a full batch of the queue runs, of those that one invocation may run. */
export function statementsOfBatch({ d1QueriesPerMessage }: Single): string {
  const size = consumerSetting("max_batch_size");
  const limit = PLATFORM_LIMITS.d1QueriesPerInvocation.limit;
  return `${number(Math.ceil(d1QueriesPerMessage * size))} of ${number(limit)}`;
}
