import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Links that let one artist submit once (`/i/TOKEN`). */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text("id").primaryKey(),
    /** Only the hash: the token itself is in the link. */
    tokenHash: text("token_hash").notNull(),
    /** For the list and its search; also within `prefill`. */
    artistName: text("artist_name").notNull(),
    email: text("email").notNull().default(""),
    /** JSON: what the wizard starts with. */
    prefill: text("prefill").notNull(),
    /** The board's item that its submission updates, where there is one already. */
    mondayItemId: text("monday_item_id"),
    /** The entry of the waiting list that it came from. */
    waitingListId: text("waiting_list_id"),
    expiresAt: text("expires_at").notNull(),
    /** When a form was first begun with it. */
    openedAt: text("opened_at"),
    deactivatedAt: text("deactivated_at"),
    /** The submission that has spent it. */
    redeemedBy: text("redeemed_by"),
    redeemedAt: text("redeemed_at"),
    /** Who made it: id and name as they were then. */
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
      .on(table.mondayItemId)
      .where(sql`${table.deactivatedAt} IS NULL`),
    index("invitations_by_redeemer").on(table.redeemedBy),
    index("invitations_by_email").on(sql`lower(${table.email})`),
    index("invitations_by_end").on(table.expiresAt),
  ],
);

/**
 * Links that let one artist submit again and again (`/r/TOKEN`). What the link opens is in KV; this is
 * the list that staff see, and what is counted.
 */
export const returningLinks = sqliteTable(
  "returning_links",
  {
    id: text("id").primaryKey(),
    /** As in the key of KV. */
    tokenHash: text("token_hash").notNull(),
    artistName: text("artist_name").notNull(),
    email: text("email").notNull(),
    expiresAt: text("expires_at").notNull(),
    /** When a form was first begun with it. */
    openedAt: text("opened_at"),
    deactivatedAt: text("deactivated_at"),
    lastUsedAt: text("last_used_at"),
    /** How many submissions were made with it. */
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

/**
 * Lists of returning artists' links whose mails staff asked for with one press. The mails are written
 * some at a time, from the front of the list.
 */
export const linkMailings = sqliteTable(
  "link_mailings",
  {
    /** The hash of its tokens: one list is mailed once. */
    id: text("id").primaryKey(),
    /** JSON list of tokens, sealed; emptied with the last mail, or once it is too old. */
    tokens: text("tokens").notNull(),
    total: integer("total").notNull(),
    /** How many of them were looked at, from the front. */
    done: integer("done").notNull().default(0),
    /** How many mails it has written. */
    written: integer("written").notNull().default(0),
    /** Names whoever moved `done` last: what another would write meanwhile is not written. */
    claim: text("claim"),
    /** The job that writes its mails. */
    jobId: text("job_id").notNull(),
    staffId: text("staff_id").notNull(),
    staffName: text("staff_name").notNull(),
    createdAt: text("created_at").notNull(),
  },
  (table) => [index("link_mailings_by_time").on(table.createdAt)],
);

/** What artists have left while submissions were closed. */
export const waitingList = sqliteTable(
  "waiting_list",
  {
    id: text("id").primaryKey(),
    reference: text("reference").notNull(),
    artistName: text("artist_name").notNull(),
    email: text("email").notNull(),
    listenLink: text("listen_link").notNull(),
    /** JSON: all that was typed. */
    artistData: text("artist_data").notNull(),
    /** As for submissions. */
    status: text("status").notNull().default("pending"),
    /** JSON list of {status, at, reason}. */
    statusHistory: text("status_history").notNull(),
    mondayItemId: text("monday_item_id"),
    replyDueAt: text("reply_due_at").notNull(),
    /** Set once the reply was found to be overdue. */
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
