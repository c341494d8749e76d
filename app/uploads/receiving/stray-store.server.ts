import { asc, inArray, lte, type SQL, sql } from "drizzle-orm";
import { type Database, textListSql } from "~/platform/database.server";
import { STORAGE_BACKENDS, type StorageBackendName } from "../storage-backend";
import { strayObjects } from "./upload-tables.server";

/** Something in the bucket that no upload names. */
export interface Stray {
  /** A key, or where it ends with a slash the beginning of keys. */
  key: string;
  carrier: StorageBackendName;
  draftId: string;
}

/**
 * The statement that writes down what will be nobody's, as long as a condition holds. It belongs into
 * the batch that makes it so, or before that.
 * @param due from when on the sweep removes it.
 */
export function strayInsert(
  db: Database,
  { key, carrier, draftId }: Stray,
  { due, now }: { due: Date; now: Date },
  condition: SQL,
) {
  const [dueAt, timestamp] = [due.toISOString(), now.toISOString()];
  // In the order of the table's columns.
  return db
    .insert(strayObjects)
    .select(sql`SELECT ${key}, ${carrier}, ${draftId}, ${dueAt}, ${timestamp} WHERE ${condition}`)
    .onConflictDoNothing()
    .returning({ key: strayObjects.key });
}

/** Forgets what has left the bucket. */
export async function deleteStrays(db: Database, keys: readonly string[]): Promise<void> {
  await db.delete(strayObjects).where(inArray(strayObjects.key, textListSql(keys)));
}

/** What nobody looks after any more, the oldest first. @param but keys left for another time. */
export async function dueStrays(
  db: Database,
  now: Date,
  { limit, excludeKeys }: { limit: number; excludeKeys: readonly string[] },
): Promise<Stray[]> {
  const rows = await db
    .select()
    .from(strayObjects)
    .where(
      sql`${lte(strayObjects.dueAt, now.toISOString())} AND ${strayObjects.key} NOT IN ${textListSql(excludeKeys)}`,
    )
    .orderBy(asc(strayObjects.dueAt))
    .limit(limit);
  return rows.map(({ key, carrier, draftId }) => ({
    key,
    draftId,
    carrier: STORAGE_BACKENDS.find((name) => name === carrier) ?? "own",
  }));
}
