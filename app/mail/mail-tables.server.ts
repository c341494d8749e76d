import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Every mail the product wants to send, sent or not; readable by staff. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: text("id").primaryKey(),
    /** Names the occasion, so that a job that runs twice writes one mail. */
    dedupeKey: text("dedupe_key").notNull(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** The recipient as `addressKey` and `mailboxKey` spell it. */
    address: text("address").notNull().default(""),
    mailbox: text("mailbox").notNull().default(""),
    submissionId: text("submission_id"),
    /** Of the account whose address it was when it was written, or that it is about. */
    artistId: text("artist_id"),
    subject: text("subject").notNull(),
    /** Both bodies are emptied once a mail with a secret link in it has been sent. */
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    /** waiting, sending, sent, failed, unconfirmed, held or stopped: see mail-store.server.ts. */
    state: text("state").notNull().default("waiting"),
    /** Of the message as it leaves; the same at every attempt. */
    messageId: text("message_id"),
    /** Attempts that have come to nothing. */
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    /** When its text began to leave. */
    sendingSince: text("sending_since"),
    sentAt: text("sent_at"),
    /** When staff let it go although its address has had its mails of a day. */
    releasedAt: text("released_at"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("mail_outbox_one_per_occasion").on(table.dedupeKey),
    index("mail_outbox_by_state").on(table.state, table.createdAt),
    index("mail_outbox_by_submission").on(table.submissionId),
    index("mail_outbox_by_artist")
      .on(table.artistId, table.createdAt)
      .where(sql`${table.artistId} IS NOT NULL`),
    index("mail_outbox_by_mailbox").on(table.mailbox, table.createdAt),
    // Those that still say whom they went to.
    index("mail_outbox_named").on(table.createdAt).where(sql`${table.recipient} <> ''`),
  ],
);

/** What whoever reads an address has told us: that they do, or that our mails are unwanted. */
export const mailAddresses = sqliteTable("mail_addresses", {
  /** As `addressKey` spells it; a stop is kept under the address's `mailboxKey`. */
  address: text("address").primaryKey(),
  /** When somebody last pressed a button behind a link that only a mail to this address brought. */
  verifiedAt: text("verified_at"),
  /** When its mails were stopped, if they still are. */
  stoppedAt: text("stopped_at"),
  createdAt: text("created_at").notNull(),
});
