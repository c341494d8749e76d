import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import {
  type AuditActor,
  type AuditEntry,
  auditStatement,
} from "~/domain/access/staff/audit.server";
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

/** Changes an entry only while `isUnchanged`, and records it. @returns whether it was changed. */
export async function changeItem(
  { db, clock, ids }: DeskDeps,
  id: string,
  change: { isUnchanged: SQL | undefined; set: Partial<typeof reviewItems.$inferInsert> },
  entry: AuditActor & Pick<AuditEntry, "action" | "detail">,
): Promise<boolean> {
  const now = clock();
  const isChangeable = and(eq(reviewItems.id, id), change.isUnchanged);
  const isThere = sql`EXISTS (SELECT 1 FROM ${reviewItems} WHERE ${isChangeable})`;
  const [, rows] = await db.batch([
    auditStatement(db, { ...entry, id: ids.next(now), at: now, subject: id }, isThere),
    db.update(reviewItems).set(change.set).where(isChangeable).returning({ id: reviewItems.id }),
  ]);
  return rows.length > 0;
}

/**
 * Assigns an entry to a member of staff.
 * @param from who had it when its page was opened; undefined if nobody.
 * @param colleague who gets it; the actor unless given.
 * @returns false if somebody else has got it since.
 */
export function assignItem(
  deps: DeskDeps,
  id: string,
  from: string | undefined,
  actor: AuditActor,
  colleague?: Colleague,
): Promise<boolean> {
  const { id: assignedTo, name: assignedName } = colleague ?? actor.by;
  const isUnchanged = sql`${reviewItems.assignedTo} IS ${from ?? null}`;
  const change = { isUnchanged, set: { assignedTo, assignedName } };
  return colleague
    ? changeItem(deps, id, change, { ...actor, action: "item-assigned", detail: colleague.name })
    : changeItem(deps, id, change, { ...actor, action: "item-taken" });
}

/** Unassigns an entry of the actor's. @returns whether it was theirs. */
export function unassignItem(deps: DeskDeps, id: string, actor: AuditActor): Promise<boolean> {
  const isUnchanged = eq(reviewItems.assignedTo, actor.by.id);
  const change = { isUnchanged, set: { assignedTo: null, assignedName: null } };
  return changeItem(deps, id, change, { ...actor, action: "item-given-back" });
}

/**
 * Adds a staff note to an entry, unless it is the last one there once more: then its form was posted twice.
 * @param mentioned the ids of the colleagues whom it mentions.
 */
export async function writeNote(
  { db, clock, ids }: DeskDeps,
  itemId: string,
  text: string,
  { by, requestId }: AuditActor,
  mentioned: readonly string[] = [],
): Promise<void> {
  const now = clock();
  const note = {
    id: ids.next(now),
    itemId,
    staffId: by.id,
    staffName: by.name,
    text,
    createdAt: now.toISOString(),
  };
  const entry = { id: ids.next(now), at: now, by, requestId, subject: itemId };
  const isWritten = sql`EXISTS (SELECT 1 FROM ${staffNotes} WHERE ${staffNotes.id} = ${note.id})`;
  await db.batch([
    db.insert(staffNotes).select(
      sql`SELECT ${rowValues(staffNotes, note)} WHERE NOT EXISTS (SELECT 1 FROM staff_notes AS last
        WHERE last.id = (SELECT max(id) FROM staff_notes WHERE item_id = ${itemId})
        AND last.staff_id = ${by.id} AND last.text = ${text})`,
    ),
    mentionStatement(db, note, mentioned),
    auditStatement(db, { ...entry, action: "note-written" }, isWritten),
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
