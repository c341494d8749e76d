import { asc, inArray, lte, type SQL, sql } from "drizzle-orm";
import { type Database, textListSql } from "~/platform/database.server";
import { STORAGE_BACKENDS } from "../storage-backend";
import { strayObjects } from "./upload-tables.server";

/** An object in the bucket that no upload names. */
export type Stray = Awaited<ReturnType<typeof listDueStrays>>[number];

/** Before or in the batch that makes the object a stray. @param due when the sweep removes it. */
export function insertStray(
  db: Database,
  { key, carrier, draftId }: Stray,
  { due, now }: { due: Date; now: Date },
  condition: SQL,
) {
  const [dueAt, timestamp] = [due.toISOString(), now.toISOString()];
  // In column order.
  return db
    .insert(strayObjects)
    .select(sql`SELECT ${key}, ${carrier}, ${draftId}, ${dueAt}, ${timestamp} WHERE ${condition}`)
    .onConflictDoNothing()
    .returning({ key: strayObjects.key });
}

export async function deleteStrays(db: Database, keys: readonly string[]): Promise<void> {
  await db.delete(strayObjects).where(inArray(strayObjects.key, textListSql(keys)));
}

/** Due strays, the oldest first. @param excludeKeys keys to skip. */
export async function listDueStrays(
  db: Database,
  now: Date,
  { limit, excludeKeys }: { limit: number; excludeKeys: readonly string[] },
) {
  const rows = await db
    .select()
    .from(strayObjects)
    .where(
      sql`${lte(strayObjects.dueAt, now.toISOString())} AND ${strayObjects.key} NOT IN ${textListSql(excludeKeys)}`,
    )
    .orderBy(asc(strayObjects.dueAt))
    .limit(limit);
  return rows.map(({ key, carrier, draftId }) => ({
    /** A key, or with a slash at its end a prefix. */
    key,
    draftId,
    carrier: STORAGE_BACKENDS.find((name) => name === carrier) ?? "own",
  }));
}
