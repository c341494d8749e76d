import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { INITIAL_STATUS } from "~/reference/statuses";

/** Holds the board item's id in submissions, invitations and the waiting list. */
export const boardItemColumn = sql.identifier("monday_item_id");

/** Single-use links (`/i/TOKEN`). */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull(),
    artistName: text("artist_name").notNull(),
    email: text("email").notNull().default(""),
    /** JSON: initial values of the wizard. */
    prefill: text("prefill").notNull(),
    /** The existing board item that its submission updates. */
    boardItemId: text("monday_item_id"),
    waitingListId: text("waiting_list_id"),
    expiresAt: text("expires_at").notNull(),
    /** When a form was first opened with it. */
    openedAt: text("opened_at"),
    deactivatedAt: text("deactivated_at"),
    /** Id of the submission that used it. */
    redeemedBy: text("redeemed_by"),
    redeemedAt: text("redeemed_at"),
    staffId: text("staff_id"),
    staffName: text("staff_name"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("invitations_by_token").on(table.tokenHash),
    uniqueIndex("invitations_by_waiting_list")
      .on(table.waitingListId)
      .where(sql`${table.deactivatedAt} IS NULL`),
    // Two invitations for one item would overwrite each other's release on the board.
    uniqueIndex("invitations_by_monday_item")
      .on(table.boardItemId)
      .where(sql`${table.deactivatedAt} IS NULL`),
    index("invitations_by_redeemer").on(table.redeemedBy),
    index("invitations_by_email").on(sql`lower(${table.email})`),
    index("invitations_by_end").on(table.expiresAt),
  ],
);

/**
 * Reusable links (`/r/TOKEN`). KV has the prefill; this table is the list for staff and counts
 * uses.
 */
export const returningLinks = sqliteTable(
  "returning_links",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull(),
    artistName: text("artist_name").notNull(),
    email: text("email").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** When a form was first opened with it. */
    openedAt: text("opened_at"),
    deactivatedAt: text("deactivated_at"),
    lastUsedAt: text("last_used_at"),
    useCount: integer("use_count").notNull().default(0),
    staffId: text("staff_id"),
    staffName: text("staff_name"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("returning_links_by_token").on(table.tokenHash),
    index("returning_links_by_email").on(table.email),
    index("returning_links_by_end").on(table.expiresAt),
  ],
);

/** Lists of links whose mails staff requested at once; the mails are written in batches. */
export const linkMailings = sqliteTable(
  "link_mailings",
  {
    /** Hash of the tokens, so that a list is mailed once. */
    id: text("id").primaryKey(),
    /** JSON list of tokens, encrypted; emptied after the last mail or when too old. */
    tokens: text("tokens").notNull(),
    total: integer("total").notNull(),
    done: integer("done").notNull().default(0),
    written: integer("written").notNull().default(0),
    /** Id of the run that moved `done` last; mails of other runs are not written. */
    claim: text("claim"),
    jobId: text("job_id").notNull(),
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [index("link_mailings_by_time").on(table.createdAt)],
);

export const waitingList = sqliteTable(
  "waiting_list",
  {
    id: text("id").primaryKey(),
    reference: text("reference").notNull(),
    artistName: text("artist_name").notNull(),
    email: text("email").notNull(),
    listenLink: text("listen_link").notNull(),
    artistData: text("artist_data").notNull(),
    status: text("status").notNull().default(INITIAL_STATUS),
    /** JSON list of {status, at, reason}. */
    statusHistory: text("status_history").notNull(),
    boardItemId: text("monday_item_id"),
    replyDueAt: text("reply_due_at").notNull(),
    /** When staff were told that the reply is overdue. */
    overdueToldAt: text("overdue_told_at"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("waiting_list_by_reference").on(table.reference),
    index("waiting_list_by_email").on(table.email, table.listenLink, table.createdAt),
    index("waiting_list_by_due").on(table.status, table.replyDueAt),
    index("waiting_list_by_change").on(table.updatedAt),
  ],
);
