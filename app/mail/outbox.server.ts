import { desc } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Ids, randomIds } from "~/platform/ids";
import type { Mail } from "./confirmation";
import { mailOutbox } from "./tables.server";

export type QueuedMail = typeof mailOutbox.$inferSelect;

/**
 * Puts a mail into the outbox, once per occasion.
 * @returns whether this call wrote it; false when a mail of the same dedupe key was there before.
 */
export async function queueMail(
  db: Database,
  mail: Mail,
  now: Date,
  ids: Ids = randomIds,
): Promise<boolean> {
  const { text, html, ...rest } = mail;
  const written = await db
    .insert(mailOutbox)
    .values({
      id: ids.next(now),
      ...rest,
      textBody: text,
      htmlBody: html,
      createdAt: now.toISOString(),
    })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ id: mailOutbox.id });
  return written.length > 0;
}

/** The latest mails, newest first. */
export function listMails(db: Database, limit = 100): Promise<QueuedMail[]> {
  return db.select().from(mailOutbox).orderBy(desc(mailOutbox.createdAt)).limit(limit);
}
