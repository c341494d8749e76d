import * as v from "valibot";
import { readCredentialEnds } from "./credential-ends";
import { checked, wholeNumber } from "./setting-rules";

const count = (name: string, fallback: number) =>
  v.optional(wholeNumber(name, /^[1-9]\d{0,8}$/, "from 1 to 999999999"), String(fallback));

/** Defaults, also for stores that get no settings. */
export const DEFAULT_LIMITS = { openDrafts: 30_000, draftsPerDay: 600, draftKb: 256 };

/** Limits for strangers; docs/limits.md explains them. */
export const limitEntries = {
  LIMIT_OPEN_DRAFTS: count("LIMIT_OPEN_DRAFTS", DEFAULT_LIMITS.openDrafts),
  LIMIT_DATABASE_MB: count("LIMIT_DATABASE_MB", 8_000),
  LIMIT_DRAFT_KB: count("LIMIT_DRAFT_KB", DEFAULT_LIMITS.draftKb),
  // An album of 20 tracks of 200 MB with artwork, and half of it again as replacements.
  LIMIT_DRAFT_FILES_MB: count("LIMIT_DRAFT_FILES_MB", 6_000),
  LIMIT_OPEN_UPLOADS: count("LIMIT_OPEN_UPLOADS", 40),
  LIMIT_SPOOLED_FILES: count("LIMIT_SPOOLED_FILES", 400),
  LIMIT_DRAFTS_PER_DAY: count("LIMIT_DRAFTS_PER_DAY", DEFAULT_LIMITS.draftsPerDay),
  LIMIT_DRAFTS_PER_MINUTE: count("LIMIT_DRAFTS_PER_MINUTE", 300),
  LIMIT_REPORTS_PER_HOUR: count("LIMIT_REPORTS_PER_HOUR", 60),
  LIMIT_REPORTS_PER_DAY: count("LIMIT_REPORTS_PER_DAY", 1_000),
  LIMIT_SAVES_PER_MINUTE: count("LIMIT_SAVES_PER_MINUTE", 600),
  LIMIT_CHECKS_PER_MINUTE: count("LIMIT_CHECKS_PER_MINUTE", 60),
  LIMIT_RECORDS_PER_MINUTE: count("LIMIT_RECORDS_PER_MINUTE", 60),
  LIMIT_LINKS_PER_MINUTE: count("LIMIT_LINKS_PER_MINUTE", 60),
  LIMIT_LINKS_PER_DAY: count("LIMIT_LINKS_PER_DAY", 200),
  LIMIT_LINK_MAILS_PER_DAY: count("LIMIT_LINK_MAILS_PER_DAY", 2_000),
  LIMIT_UPLOADS_PER_MINUTE: count("LIMIT_UPLOADS_PER_MINUTE", 240),
  LIMIT_UPLOADS_PER_HOUR: count("LIMIT_UPLOADS_PER_HOUR", 3_000),
  // Of which one network gets ten albums of 20 tracks of 100 MB.
  LIMIT_UPLOADS_GB_PER_HOUR: count("LIMIT_UPLOADS_GB_PER_HOUR", 100),
  LIMIT_BUCKET_GB: count("LIMIT_BUCKET_GB", 5_000),
  LIMIT_UPLOAD_CALLS_PER_MINUTE: count("LIMIT_UPLOAD_CALLS_PER_MINUTE", 1_200),
  LIMIT_FILE_READS_PER_MINUTE: count("LIMIT_FILE_READS_PER_MINUTE", 600),
  LIMIT_STATUS_READS_PER_MINUTE: count("LIMIT_STATUS_READS_PER_MINUTE", 240),
  LIMIT_TESTS_PER_MINUTE: count("LIMIT_TESTS_PER_MINUTE", 12),
  LIMIT_LOOKUPS_PER_MINUTE: count("LIMIT_LOOKUPS_PER_MINUTE", 120),
  LIMIT_ALL_LOOKUPS_PER_MINUTE: count("LIMIT_ALL_LOOKUPS_PER_MINUTE", 600),
  LIMIT_JOINS_PER_MINUTE: count("LIMIT_JOINS_PER_MINUTE", 60),
  LIMIT_JOINS_PER_DAY: count("LIMIT_JOINS_PER_DAY", 100),
  LIMIT_ENTRIES_PER_DAY: count("LIMIT_ENTRIES_PER_DAY", 500),
  LIMIT_TOKEN_CHECKS_PER_MINUTE: count("LIMIT_TOKEN_CHECKS_PER_MINUTE", 120),
  LIMIT_SIGN_INS_PER_MINUTE: count("LIMIT_SIGN_INS_PER_MINUTE", 60),
};

/** Hours between copies of everything; docs/operations/backup.md explains them. */
export const backupEntries = {
  BACKUP_HOURS: v.optional(
    wholeNumber("BACKUP_HOURS", /^\d{1,3}$/, "of hours, or 0 for no copies"),
  ),
};

/** When closed submissions are archived; docs/operations/archive.md explains it. */
export const archiveEntries = {
  ARCHIVE_AFTER_DAYS: v.optional(
    wholeNumber("ARCHIVE_AFTER_DAYS", /^\d{1,4}$/, "of days, or 0 for never"),
    "365",
  ),
};

const secureAddress = (name: string, example: string) =>
  v.optional(
    v.pipe(
      v.string(`${name} must be a text.`),
      v.url(`${name} must be an address, such as ${example}.`),
      v.startsWith("https://", `${name} must begin with https://.`),
    ),
  );

/** Thresholds of alerts; docs/settings.md lists them. */
export const alertEntries = {
  ALERT_ERRORS_PER_HOUR: count("ALERT_ERRORS_PER_HOUR", 30),
  ALERT_FILES_GB: count("ALERT_FILES_GB", 500),
  SWEEP_SILENCE_MINUTES: v.optional(
    wholeNumber("SWEEP_SILENCE_MINUTES", /^\d{1,4}$/, "of minutes, or 0 for never"),
    "15",
  ),
  HEARTBEAT_URL: secureAddress("HEARTBEAT_URL", "https://hc-ping.com/your-check"),
  ALERT_WEBHOOK_URL: secureAddress("ALERT_WEBHOOK_URL", "https://hooks.slack.com/services/…"),
  CREDENTIALS_END: v.optional(
    checked(
      "CREDENTIALS_END",
      (text) => readCredentialEnds(text) !== undefined,
      "pairs such as SMTP_PASSWORD:2027-06-30 with commas between them: each name once, with the day on which it ends",
    ),
  ),
};
