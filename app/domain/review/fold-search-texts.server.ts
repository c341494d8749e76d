import { and, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { reviewItems } from "~/domain/access/staff/staff-tables.server";
import { type Database, runBatch } from "~/platform/database.server";
import { searchTextOf } from "./search-text";

/** Entries per call: one statement each. */
const BATCH_SIZE = 50;

const nullableText = v.nullable(v.string());
const staleSchema = v.object({
  number: v.number(),
  stale: v.number(),
  artistName: v.string(),
  title: v.string(),
  email: v.string(),
  reference: v.string(),
  formData: nullableText,
  sentDetails: nullableText,
});

/**
 * Rebuilds stale search texts, latest first: SQLite folds only English letters. An entry that changes
 * meanwhile stays stale.
 * @returns how many were rebuilt.
 */
export async function foldSearchTexts(db: Database): Promise<number> {
  const rows =
    await db.all(sql`SELECT number, search_stale AS stale, item.artist_name AS artistName, title,
      item.email AS email, item.reference AS reference, form_data AS formData, sent AS sentDetails
    FROM review_items AS item LEFT JOIN submissions ON submissions.id = item.id
      LEFT JOIN release_details ON submission_id = item.id
    WHERE search_stale > 0 ORDER BY number DESC LIMIT ${BATCH_SIZE}`);
  const updates = v.parse(v.array(staleSchema), rows).map(({ number, stale, ...item }) =>
    db
      .update(reviewItems)
      .set({ searchText: searchTextOf(item), searchStale: 0 })
      .where(and(eq(reviewItems.number, number), eq(reviewItems.searchStale, stale))),
  );
  await runBatch(db, updates);
  return rows.length;
}
