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
 * What went wrong, each time that it did, for 30 days: in artists' browsers, as their pages reported
 * it, in requests and in jobs. Bounded in number a day, in all and of each cause; how often it
 * really happened is in {@link errorGroups} and {@link errorCounts}.
 */
export const errorReports = sqliteTable(
  "error_reports",
  {
    id: text("id").primaryKey(),
    /** Names the report's content: a page that sends one twice is counted once. */
    fingerprint: text("fingerprint").notNull(),
    /** Its cause: the id of its {@link errorGroups}. Empty in rows from before there were any. */
    groupId: text("group_id").notNull().default(""),
    /** Where it happened: browser, site (a request) or jobs. */
    source: text("source").notNull().default("browser"),
    /** The build it happened in; null where it is not known. */
    release: text("release"),
    /** The draft or submission it happened to; null where none was named. */
    submissionId: text("submission_id"),
    /** Whose it is, as a hash of the draft's id or of an address. */
    visitor: text("visitor").notNull().default(""),
    /** The network it came from, as a hash: each has its share of the reports that are kept. */
    network: text("network").notNull().default(""),
    message: text("message").notNull(),
    stack: text("stack"),
    stage: text("stage").notNull(),
    severity: text("severity").notNull(),
    category: text("category").notNull(),
    /** By the browser's clock. */
    occurredAt: text("occurred_at").notNull(),
    /** Without its query, and without tokens and ids. */
    url: text("url"),
    userAgent: text("user_agent"),
    /** JSON: viewport, connection and performance as the page saw them. */
    metadata: text("metadata").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("error_reports_once").on(table.fingerprint),
    index("error_reports_by_time").on(table.createdAt),
    index("error_reports_by_visitor").on(table.visitor, table.createdAt),
    // Counted in it alone: of all kinds, and of a cause.
    index("error_reports_by_network").on(
      table.network,
      table.createdAt,
      table.source,
      table.groupId,
    ),
    // Each report asks how many of its kind there are of a day.
    index("error_reports_by_source").on(table.source, table.createdAt),
    index("error_reports_by_group").on(table.groupId, table.createdAt),
  ],
);

/** What goes wrong, by its cause, until 90 days after it was last seen. Nothing in it is personal. */
export const errorGroups = sqliteTable(
  "error_groups",
  {
    /** A hash of what makes them alike: see `errors/fingerprint.server.ts`. */
    id: text("id").primaryKey(),
    /** browser, site or jobs. */
    source: text("source").notNull(),
    /** The stage of a submission run, the name of a route, or the type of a job. */
    stage: text("stage").notNull(),
    category: text("category").notNull(),
    /** CRITICAL, HIGH, MEDIUM or LOW. */
    severity: text("severity").notNull(),
    /** As it was last said. */
    message: text("message").notNull(),
    /** Where in our code, as far as the stack tells: the top frame. */
    frame: text("frame"),
    /** Of the last one that had one. */
    url: text("url"),
    count: integer("count").notNull(),
    firstSeenAt: text("first_seen_at").notNull(),
    lastSeenAt: text("last_seen_at").notNull(),
    /** JSON list of the builds in which it was seen, the first one first, at most 20. */
    releases: text("releases").notNull().default("[]"),
  },
  (table) => [index("error_groups_by_time").on(table.lastSeenAt)],
);

/**
 * How much went wrong in each period, sampled reports included with what they stand for. The columns
 * `slot` here and below are the beginning of a period, in UTC ISO: ten minutes as it is counted; the
 * sweep joins older ones to hours, then to quarters of a day, then to days (`figures/time-slots.ts`), so
 * that whoever sums over `slot >= ?` reads about a hundred periods of a week.
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
 * Measurements of browsers as a worker has gathered them over some seconds: a few rows a minute
 * however many there are. The sweep adds them to {@link measures} and deletes them.
 */
export const measureBatches = sqliteTable(
  "measure_batches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** When it was written. */
    at: text("at").notNull(),
    /** JSON: cells by topic, as in {@link measures}. */
    cells: text("cells").notNull(),
  },
  (table) => [index("measure_batches_by_time").on(table.at)],
);

/**
 * What browsers measured, by topic and period. Topics, their keys and how long their periods are:
 * `gathered/topics.ts`.
 */
export const measures = sqliteTable(
  "measures",
  {
    topic: text("topic").notNull(),
    slot: text("slot").notNull(),
    /** JSON: tallies by key, see `figures/tally.ts`; keys are told of at each topic. */
    cells: text("cells").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.topic, table.slot] }),
    index("measures_by_slot").on(table.slot),
  ],
);

/**
 * How far artists come: counts only. Triggers on `drafts` (`migrations/0027_what-we-watch.sql`) write
 * them within the statement that opens, saves, submits or ends a draft, so that no way past them is
 * left out.
 */
export const funnelCounts = sqliteTable(
  "funnel_counts",
  {
    slot: text("slot").notNull(),
    /** opened, passed, submitted or abandoned. */
    event: text("event").notNull(),
    /** The step that was passed, or at which an abandoned draft stood; else empty. */
    step: text("step").notNull().default(""),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.slot, table.event, table.step] })],
);

/** What staff were told of: one row from the moment a rule is broken until it is kept again. */
export const incidents = sqliteTable(
  "incidents",
  {
    id: text("id").primaryKey(),
    /** The name of the rule. */
    rule: text("rule").notNull(),
    /** What of it, where a rule is about several, such as an integration; else empty. */
    subject: text("subject").notNull().default(""),
    /** In words, for staff: what was found last. */
    detail: text("detail").notNull(),
    openedAt: text("opened_at").notNull(),
    lastSeenAt: text("last_seen_at").notNull(),
    /** Null while it lasts. */
    closedAt: text("closed_at"),
    /** When its mail was queued; null where it was silenced. */
    mailedAt: text("mailed_at"),
    /** When the mail was queued that says it is over. */
    endMailedAt: text("end_mailed_at"),
  },
  (table) => [
    uniqueIndex("incidents_one_open")
      .on(table.rule, table.subject)
      .where(sql`${table.closedAt} IS NULL`),
    index("incidents_by_time").on(table.openedAt),
  ],
);

/** Rules of which staff wish to hear nothing for a while. */
export const alertSilences = sqliteTable(
  "alert_silences",
  {
    rule: text("rule").notNull(),
    subject: text("subject").notNull().default(""),
    until: text("until").notNull(),
    /** Who of the label asked for it: id and name as they were then. */
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.rule, table.subject] })],
);

/** How everything the product depends on answered, for 30 days. */
export const healthChecks = sqliteTable(
  "health_checks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: text("at").notNull(),
    /** d1, r2, kv, queue, or a third party. */
    integration: text("integration").notNull(),
    ok: integer("ok", { mode: "boolean" }).notNull(),
    /** Milliseconds it took to answer. */
    ms: integer("ms").notNull(),
    /** What it said, or why it failed. */
    detail: text("detail"),
  },
  (table) => [
    index("health_checks_by_integration").on(table.integration, table.at),
    index("health_checks_by_time").on(table.at),
    index("health_checks_failed").on(table.at, table.integration).where(sql`${table.ok} = 0`),
  ],
);
