import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { type AuditActor, auditStatement } from "../audit.server";
import { reviewItems, staffNotes } from "../staff-tables.server";

interface DeskDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
}

/**
 * Assigns an entry to a member of staff.
 * @param from who had it when they took it; undefined if nobody.
 * @returns false if somebody else has taken it since.
 */
export async function assignItem(
  { db, clock, ids }: DeskDeps,
  id: string,
  from: string | undefined,
  { by, requestId }: AuditActor,
): Promise<boolean> {
  const at = clock();
  const { assignedTo } = reviewItems;
  const free = from === undefined ? isNull(assignedTo) : eq(assignedTo, from);
  const takes = and(eq(reviewItems.id, id), free);
  const deed = { id: ids.next(at), at, by, action: "item-taken", subject: id, requestId } as const;
  const [, rows] = await db.batch([
    auditStatement(db, deed, sql`EXISTS (SELECT 1 FROM ${reviewItems} WHERE ${takes})`),
    db
      .update(reviewItems)
      .set({ assignedTo: by.id, assignedName: by.name })
      .where(takes)
      .returning({ id: reviewItems.id }),
  ]);
  return rows.length > 0;
}

/** Unassigns an entry of the actor's. @returns whether it was theirs. */
export async function unassignItem(
  { db, clock, ids }: DeskDeps,
  id: string,
  { by, requestId }: AuditActor,
): Promise<boolean> {
  const at = clock();
  const own = and(eq(reviewItems.id, id), eq(reviewItems.assignedTo, by.id));
  const deed = { id: ids.next(at), at, by, action: "item-given-back", subject: id } as const;
  const [, rows] = await db.batch([
    auditStatement(
      db,
      { ...deed, requestId },
      sql`EXISTS (SELECT 1 FROM ${reviewItems} WHERE ${own})`,
    ),
    db
      .update(reviewItems)
      .set({ assignedTo: null, assignedName: null })
      .where(own)
      .returning({ id: reviewItems.id }),
  ]);
  return rows.length > 0;
}

/** Adds a staff note to an entry. */
export async function writeNote(
  { db, clock, ids }: DeskDeps,
  itemId: string,
  text: string,
  { by, requestId }: AuditActor,
): Promise<void> {
  const at = clock();
  const note = { itemId, staffId: by.id, staffName: by.name, text, createdAt: at.toISOString() };
  const deed = { id: ids.next(at), at, by, action: "note-written", subject: itemId } as const;
  await db.batch([
    db.insert(staffNotes).values({ id: ids.next(at), ...note }),
    auditStatement(db, { ...deed, requestId }),
  ]);
}

const LISTED = 200;

/** The notes of an entry, oldest first. */
export function notesOf(db: Database, itemId: string) {
  return db
    .select()
    .from(staffNotes)
    .where(eq(staffNotes.itemId, itemId))
    .orderBy(asc(staffNotes.id))
    .limit(LISTED);
}
