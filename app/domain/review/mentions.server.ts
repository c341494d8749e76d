import { and, desc, eq, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { reviewItems, staffMentions, staffNotes } from "~/domain/access/staff/staff-tables.server";
import { type Database, isOneOfSql } from "~/platform/database.server";
import { openStatuses } from "~/reference/statuses";
import { MAX_COUNT } from "./queue-filter";
import { isAwakeSql } from "./queue-query.server";

/** The statement that stores whom a note mentions, for the batch that may have written it. */
export function mentionStatement(
  db: Database,
  note: { id: string; itemId: string; createdAt: string },
  staffIds: readonly string[],
) {
  const { id, itemId, createdAt } = note;
  return db.insert(staffMentions).select(
    sql`SELECT value, ${id}, ${itemId}, ${createdAt}, NULL FROM json_each(${JSON.stringify(staffIds)})
        WHERE EXISTS (SELECT 1 FROM ${staffNotes} WHERE ${staffNotes.id} = ${id})`,
  );
}

/** Marks the mentions of one of staff on an entry as seen, once they have opened it. */
export async function markMentionsSeen(
  db: Database,
  { staffId, itemId }: { staffId: string; itemId: string },
  now: Date,
): Promise<void> {
  const { seenAt } = staffMentions;
  await db
    .update(staffMentions)
    .set({ seenAt: now.toISOString() })
    .where(
      and(eq(staffMentions.staffId, staffId), eq(staffMentions.itemId, itemId), isNull(seenAt)),
    );
}

const MAX_LISTED = 50;

/** The latest notes that mention one of staff, newest first. */
export function listMentions(db: Database, staffId: string) {
  const { id, itemId, staffName, text, createdAt } = staffNotes;
  const { artistName, title } = reviewItems;
  return db
    .select({
      id,
      itemId,
      staffName,
      text,
      createdAt,
      artistName,
      title,
      seenAt: staffMentions.seenAt,
    })
    .from(staffMentions)
    .innerJoin(staffNotes, eq(id, staffMentions.noteId))
    .innerJoin(reviewItems, eq(reviewItems.id, itemId))
    .where(eq(staffMentions.staffId, staffId))
    .orderBy(desc(staffMentions.noteId))
    .limit(MAX_LISTED);
}

const countsSchema = v.object({ mine: v.number(), mentions: v.number() });

/** What waits for one of staff, each counted up to `MAX_COUNT`. */
export type StaffCounts = v.InferOutput<typeof countsSchema>;

/**
 * Counts entries that are assigned to one of staff and wait for them, and their unseen mentions.
 * @param openItemId the entry that they are opening, whose mentions count as seen.
 */
export async function countForStaff(
  db: Database,
  staffId: string,
  now: Date,
  openItemId = "",
): Promise<StaffCounts> {
  const mine = sql`SELECT 1 FROM review_items INDEXED BY review_items_waiting_by_assigned
    WHERE assigned_to = ${staffId} AND ${isOneOfSql(sql`status`, openStatuses)}
      AND changes_asked_at IS NULL AND ${isAwakeSql(now)} LIMIT ${MAX_COUNT}`;
  const mentions = sql`SELECT 1 FROM staff_mentions INDEXED BY staff_mentions_unseen
    WHERE staff_id = ${staffId} AND seen_at IS NULL AND item_id <> ${openItemId} LIMIT ${MAX_COUNT}`;
  const [row] = await db.all(
    sql`SELECT (SELECT count(*) FROM (${mine})) AS mine, (SELECT count(*) FROM (${mentions})) AS mentions`,
  );
  return v.parse(countsSchema, row);
}
