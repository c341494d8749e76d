import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { type AuditActor, auditStatement } from "~/domain/access/staff/audit.server";
import { reviewItems, staffNotes } from "~/domain/access/staff/staff-tables.server";
import type { Clock } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { mentionStatement } from "./mentions.server";
import type { Colleague } from "./note-parts";

export interface DeskDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
}

/**
 * Assigns an entry to a member of staff.
 * @param from who had it when its page was opened; undefined if nobody.
 * @param colleague who gets it; the actor unless given.
 * @returns false if somebody else has got it since.
 */
export async function assignItem(
  { db, clock, ids }: DeskDeps,
  id: string,
  from: string | undefined,
  { by: actor, requestId }: AuditActor,
  colleague?: Colleague,
): Promise<boolean> {
  const now = clock();
  const { assignedTo } = reviewItems;
  const isUnchanged = from === undefined ? isNull(assignedTo) : eq(assignedTo, from);
  const isAssignable = and(eq(reviewItems.id, id), isUnchanged);
  const auditEntry = {
    id: ids.next(now),
    at: now,
    by: actor,
    ...(colleague
      ? { action: "item-assigned" as const, detail: colleague.name }
      : { action: "item-taken" as const }),
    subject: id,
    requestId,
  };
  const assignee = colleague ?? actor;
  const [, rows] = await db.batch([
    auditStatement(
      db,
      auditEntry,
      sql`EXISTS (SELECT 1 FROM ${reviewItems} WHERE ${isAssignable})`,
    ),
    db
      .update(reviewItems)
      .set({ assignedTo: assignee.id, assignedName: assignee.name })
      .where(isAssignable)
      .returning({ id: reviewItems.id }),
  ]);
  return rows.length > 0;
}

/** Unassigns an entry of the actor's. @returns whether it was theirs. */
export async function unassignItem(
  { db, clock, ids }: DeskDeps,
  id: string,
  { by: actor, requestId }: AuditActor,
): Promise<boolean> {
  const now = clock();
  const isAssignedToActor = and(eq(reviewItems.id, id), eq(reviewItems.assignedTo, actor.id));
  const auditEntry = {
    id: ids.next(now),
    at: now,
    by: actor,
    action: "item-given-back",
    subject: id,
  } as const;
  const [, rows] = await db.batch([
    auditStatement(
      db,
      { ...auditEntry, requestId },
      sql`EXISTS (SELECT 1 FROM ${reviewItems} WHERE ${isAssignedToActor})`,
    ),
    db
      .update(reviewItems)
      .set({ assignedTo: null, assignedName: null })
      .where(isAssignedToActor)
      .returning({ id: reviewItems.id }),
  ]);
  return rows.length > 0;
}

/**
 * Adds a staff note to an entry, unless it is the last one there once more: then its form was posted twice.
 * @param mentioned the ids of the colleagues whom it mentions.
 */
export async function writeNote(
  { db, clock, ids }: DeskDeps,
  itemId: string,
  text: string,
  { by: actor, requestId }: AuditActor,
  mentioned: readonly string[] = [],
): Promise<void> {
  const now = clock();
  const note = {
    id: ids.next(now),
    itemId,
    staffId: actor.id,
    staffName: actor.name,
    text,
    createdAt: now.toISOString(),
  };
  const auditEntry = {
    id: ids.next(now),
    at: now,
    by: actor,
    action: "note-written",
    subject: itemId,
  } as const;
  const isWritten = sql`EXISTS (SELECT 1 FROM ${staffNotes} WHERE ${staffNotes.id} = ${note.id})`;
  await db.batch([
    db.insert(staffNotes).select(
      sql`SELECT ${rowValues(staffNotes, note)} WHERE NOT EXISTS (SELECT 1 FROM staff_notes AS last
        WHERE last.id = (SELECT max(id) FROM staff_notes WHERE item_id = ${itemId})
        AND last.staff_id = ${actor.id} AND last.text = ${text})`,
    ),
    mentionStatement(db, note, mentioned),
    auditStatement(db, { ...auditEntry, requestId }, isWritten),
  ]);
}

const MAX_NOTES = 200;

/** The notes of an entry, oldest first. */
export function notesOf(db: Database, itemId: string) {
  return db
    .select()
    .from(staffNotes)
    .where(eq(staffNotes.itemId, itemId))
    .orderBy(asc(staffNotes.id))
    .limit(MAX_NOTES);
}
