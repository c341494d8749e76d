import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Every mail the product wants to send, sent or not; readable by staff while no SMTP is set. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: text("id").primaryKey(),
    /** Names the occasion, so that a job that runs twice writes one mail. */
    dedupeKey: text("dedupe_key").notNull(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    state: text("state").notNull().default("waiting"),
    createdAt: text("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("mail_outbox_one_per_occasion").on(table.dedupeKey),
    index("mail_outbox_by_state").on(table.state, table.createdAt),
  ],
);
