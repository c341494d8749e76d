import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { artists } from "./artist-tables.server";
import type { MailChoices } from "./mail-choices";

export async function saveMailChoices(db: Database, id: string, choices: MailChoices, now: Date) {
  await db
    .update(artists)
    .set({ mailChoices: JSON.stringify(choices), updatedAt: now.toISOString() })
    .where(and(eq(artists.id, id), isNull(artists.deletedAt)));
}
