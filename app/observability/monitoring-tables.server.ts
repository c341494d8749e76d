import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

/**
 * Single errors of browsers, requests and jobs, for 30 days. Limited per day and per cause; the real
 * counts are in {@link errorGroups} and {@link errorCounts}.
 */
export const errorReports = sqliteTable(
  "error_reports",
  {
    id: text("id").primaryKey(),
    /** Hash of the content: a report sent twice is stored once. */
    fingerprint: text("fingerprint").notNull(),
    /** Id in {@link errorGroups}; empty in old rows. */
    groupId: text("group_id").notNull().default(""),
    /** browser, site (a request) or jobs. */
    source: text("source").notNull().default("browser"),
    /** Null if unknown. */
    release: text("release"),
    /** Draft or submission. */
    submissionId: text("submission_id"),
    /** Hash of the draft's id or of an address. */
    visitor: text("visitor").notNull().default(""),
    /** Hash of the network, for fair shares. */
    network: text("network").notNull().default(""),
    message: text("message").notNull(),
    stack: text("stack"),
    stage: text("stage").notNull(),
    severity: text("severity").notNull(),
    category: text("category").notNull(),
    /** By the browser's clock. */
    occurredAt: text("occurred_at").notNull(),
    /** Without query, tokens and ids. */
    url: text("url"),
    userAgent: text("user_agent"),
    /** JSON: viewport, connection and performance. */
    metadata: text("metadata").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("error_reports_once").on(table.fingerprint),
    index("error_reports_by_time").on(table.createdAt),
    index("error_reports_by_visitor").on(table.visitor, table.createdAt),
    // A covering index for the counts of a network.
    index("error_reports_by_network").on(
      table.network,
      table.createdAt,
      table.source,
      table.groupId,
    ),
    // For the daily limit by source.
    index("error_reports_by_source").on(table.source, table.createdAt),
    index("error_reports_by_group").on(table.groupId, table.createdAt),
  ],
);

/** Errors by cause, until 90 days after the last. No personal data. */
export const errorGroups = sqliteTable(
  "error_groups",
  {
    /** See `errors/failure.server.ts`. */
    id: text("id").primaryKey(),
    /** browser, site or jobs. */
    source: text("source").notNull(),
    /** Stage of a submission, name of a route, or type of a job. */
    stage: text("stage").notNull(),
    category: text("category").notNull(),
    /** CRITICAL, HIGH, MEDIUM or LOW. */
    severity: text("severity").notNull(),
    /** The latest message. */
    message: text("message").notNull(),
    /** The top frame. */
    frame: text("frame"),
    /** The latest address. */
    url: text("url"),
    count: integer("count").notNull(),
    firstSeenAt: text("first_seen_at").notNull(),
    lastSeenAt: text("last_seen_at").notNull(),
    /** JSON list of builds, the first one first, at most 20. */
    releases: text("releases").notNull().default("[]"),
  },
  (table) => [index("error_groups_by_time").on(table.lastSeenAt)],
);

/**
 * Error counts per period, sampled reports weighted. `slot`, here and below, is the start of a period
 * in UTC ISO: ten minutes at first; the sweep merges older ones to hours, quarters of days and days
 * (`analytics/time-slots.ts`), so that a week has about a hundred.
 */
export const errorCounts = sqliteTable(
  "error_counts",
  {
    slot: text("slot").notNull(),
    source: text("source").notNull(),
    category: text("category").notNull(),
    severity: text("severity").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.slot, table.source, table.category, table.severity] })],
);

/**
 * Measurements gathered by a worker over some seconds: a few rows per minute. The sweep adds them to
 * {@link measures} and deletes them.
 */
export const measureBatches = sqliteTable(
  "measure_batches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: text("at").notNull(),
    /** JSON: histograms by topic, as in {@link measures}. */
    cells: text("cells").notNull(),
  },
  (table) => [index("measure_batches_by_time").on(table.at)],
);

/** Measurements by topic and period. Topics, keys and periods: `aggregation/topics.ts`. */
export const measures = sqliteTable(
  "measures",
  {
    topic: text("topic").notNull(),
    slot: text("slot").notNull(),
    /** JSON: histograms by key, see `analytics/histogram.server.ts`; each topic defines its keys. */
    cells: text("cells").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.topic, table.slot] }),
    index("measures_by_slot").on(table.slot),
  ],
);

/**
 * Funnel counts. Triggers on `drafts` (`migrations/0027_what-we-watch.sql`) write them in the same
 * statement that changes a draft, so that none is missed.
 */
export const funnelCounts = sqliteTable(
  "funnel_counts",
  {
    slot: text("slot").notNull(),
    /** opened, passed, submitted or abandoned. */
    event: text("event").notNull(),
    /** The step that was passed or abandoned; else empty. */
    step: text("step").notNull().default(""),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.slot, table.event, table.step] })],
);

/** Incidents: a row from the breach of a rule until it holds again. */
export const incidents = sqliteTable(
  "incidents",
  {
    id: text("id").primaryKey(),
    rule: text("rule").notNull(),
    /** Such as an integration; else empty. */
    subject: text("subject").notNull().default(""),
    /** The latest finding, for staff. */
    detail: text("detail").notNull(),
    openedAt: text("opened_at").notNull(),
    lastSeenAt: text("last_seen_at").notNull(),
    /** Null while it lasts. */
    closedAt: text("closed_at"),
    /** When its mail was queued; null if silenced. */
    mailedAt: text("mailed_at"),
    /** When the mail about its end was queued. */
    endMailedAt: text("end_mailed_at"),
  },
  (table) => [
    uniqueIndex("incidents_one_open")
      .on(table.rule, table.subject)
      .where(sql`${table.closedAt} IS NULL`),
    index("incidents_by_time").on(table.openedAt),
  ],
);

export const alertSilences = sqliteTable(
  "alert_silences",
  {
    rule: text("rule").notNull(),
    subject: text("subject").notNull().default(""),
    until: text("until").notNull(),
    /** Id and name at that time. */
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.rule, table.subject] })],
);

/** Results of health checks, for 30 days. */
export const healthChecks = sqliteTable(
  "health_checks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: text("at").notNull(),
    /** d1, r2, kv, queue, or a third party. */
    integration: text("integration").notNull(),
    ok: integer("ok", { mode: "boolean" }).notNull(),
    ms: integer("ms").notNull(),
    /** Its answer, or the error. */
    detail: text("detail"),
  },
  (table) => [
    index("health_checks_by_integration").on(table.integration, table.at),
    index("health_checks_by_time").on(table.at),
    index("health_checks_failed").on(table.at, table.integration).where(sql`${table.ok} = 0`),
  ],
);
