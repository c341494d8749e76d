import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Sign-ins of staff by passcode. Those by Cloudflare Access are kept there. */
export const staffSessions = sqliteTable(
  "staff_sessions",
  {
    /** A ULID, which names it to colleagues; it opens nothing. */
    id: text("id").primaryKey(),
    /** Only the hash: the token itself is in the browser's cookie. */
    tokenHash: text("token_hash").notNull().unique(),
    /** Of the passcode that opened it: another passcode ends it. */
    passcodeMark: text("passcode_mark").notNull(),
    /** As whoever signed in gave it. */
    staffName: text("staff_name").notNull(),
    createdAt: text("created_at").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** Set by a sign-out, by a colleague, or by the next sign-in of that browser. */
    endedAt: text("ended_at"),
  },
  (table) => [index("staff_sessions_by_end").on(table.expiresAt)],
);

/** Who of the label did what, when and about what; written with what was done, and never changed. */
export const audit = sqliteTable(
  "audit",
  {
    id: text("id").primaryKey(),
    /** Id and name as they were then. */
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    /** One of `AuditAction`. */
    action: text("action").notNull(),
    /** The id of what it was done to; empty where there is only one of it. */
    subject: text("subject").notNull().default(""),
    /** In words, where the action alone does not tell. */
    detail: text("detail"),
    requestId: text("request_id"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [index("audit_by_subject").on(table.subject, table.id)],
);
