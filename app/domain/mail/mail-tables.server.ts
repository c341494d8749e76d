import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: text("id").primaryKey(),
    /** One mail for each key, so that a repeated job writes no second one. */
    dedupeKey: text("dedupe_key").notNull(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** See `addressKey` and `mailboxKey`. */
    address: text("address").notNull().default(""),
    mailbox: text("mailbox").notNull().default(""),
    submissionId: text("submission_id"),
    /** The account that had the address when it was written, or that it is about. */
    artistId: text("artist_id"),
    subject: text("subject").notNull(),
    /** Bodies with secrets are emptied after sending. */
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    /** See mail-store.server.ts. */
    state: text("state").notNull().default("waiting"),
    messageId: text("message_id"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    sendingSince: text("sending_since"),
    sentAt: text("sent_at"),
    /** When staff released it in spite of the daily limit. */
    releasedAt: text("released_at"),
    createdAt: text("created_at").notNull(),
    /** Key of a PDF in the bucket that is attached; null without one. */
    attachmentKey: text("attachment_key"),
    /** `owner` where whoever triggered it has proven to be its reader, see `Mail`. */
    requester: text("requester").notNull().default("anybody"),
  },
  (table) => [
    uniqueIndex("mail_outbox_one_per_occasion").on(table.dedupeKey),
    index("mail_outbox_by_state").on(table.state, table.createdAt),
    index("mail_outbox_by_submission").on(table.submissionId),
    index("mail_outbox_by_artist")
      .on(table.artistId, table.createdAt)
      .where(sql`${table.artistId} IS NOT NULL`),
    index("mail_outbox_by_mailbox").on(table.mailbox, table.createdAt),
    // What is still to be emptied, and to be deleted: see `purge-mails.server.ts`.
    index("mail_outbox_with_text")
      .on(table.kind, table.createdAt)
      .where(sql`${table.textBody} <> ''`),
    index("mail_outbox_without_submission")
      .on(table.createdAt)
      .where(sql`${table.submissionId} IS NULL`),
    index("mail_outbox_named").on(table.createdAt).where(sql`${table.recipient} <> ''`),
  ],
);

export const mailAddresses = sqliteTable(
  "mail_addresses",
  {
    /** See `addressKey`; stops use the `mailboxKey`. */
    address: text("address").primaryKey(),
    /** When a link that only a mail to this address contains was last used. */
    verifiedAt: text("verified_at"),
    /** Null if mails are not stopped. */
    stoppedAt: text("stopped_at"),
    /** A `StopScope`; null for a stop from before there were two, which covers all. */
    stopScope: text("stop_scope"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    index("mail_addresses_by_age").on(sql`coalesce(${table.verifiedAt}, ${table.createdAt})`),
  ],
);
