import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** What went wrong in artists' browsers, as their pages reported it, for 30 days. */
export const errorReports = sqliteTable(
  "error_reports",
  {
    id: text("id").primaryKey(),
    /** Names the report's content: a page that sends one twice is counted once. */
    fingerprint: text("fingerprint").notNull(),
    /** The draft or submission the page named; null when it named none. */
    submissionId: text("submission_id"),
    /** Whose it is, as a hash of the draft's id or of an address. */
    visitor: text("visitor").notNull().default(""),
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
  ],
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
  ],
);
