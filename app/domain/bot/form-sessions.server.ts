import { eq, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { formSessions } from "./bot-tables.server";
import { isCleanUpDue, staleBefore } from "./session";

/** Starts the session of a draft's form. One that is younger than 30 minutes goes on unchanged. */
export async function startFormSession(db: Database, draftId: string, now: Date): Promise<void> {
  const timestamp = now.toISOString();
  await db
    .insert(formSessions)
    .values({ draftId, startedAt: timestamp, createdAt: timestamp })
    .onConflictDoUpdate({
      target: formSessions.draftId,
      set: { startedAt: timestamp },
      setWhere: lt(formSessions.startedAt, staleBefore(now).toISOString()),
    });
}

/** When the form of this draft was started; undefined once that has been cleaned up. */
export async function formStartOf(db: Database, draftId: string): Promise<Date | undefined> {
  const [row] = await db.select().from(formSessions).where(eq(formSessions.draftId, draftId));
  return row && new Date(row.startedAt);
}

export async function cleanUpFormSessions(db: Database, now: Date): Promise<void> {
  await db.delete(formSessions).where(lt(formSessions.startedAt, staleBefore(now).toISOString()));
}

let lastCleanUp: Date | undefined;

/** Cleans up at most every 5 minutes in this isolate: cron does not fire in local runs. */
export async function cleanUpWhenDue(db: Database, now: Date): Promise<void> {
  if (!isCleanUpDue(lastCleanUp, now)) return;
  lastCleanUp = now;
  await cleanUpFormSessions(db, now);
}
