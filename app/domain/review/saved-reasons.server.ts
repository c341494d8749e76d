import { and, asc, count, eq, sql } from "drizzle-orm";
import { type AuditActor, auditStatement } from "~/domain/access/staff/audit.server";
import { savedReasons } from "~/domain/access/staff/staff-tables.server";
import type { Clock } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { MAX_SAVED_REASONS, type SavedReason } from "./saved-reason";

interface ReasonDeps {
  db: Database;
  clock: Clock;
  ids: Ids;
}

/** A saved reason, with the time of its last change, which its form posts. */
export interface StoredReason extends SavedReason {
  updatedBy: string;
  updatedAt: string;
}

/** All saved reasons by name. */
export function listSavedReasons(db: Database): Promise<StoredReason[]> {
  return db.select().from(savedReasons).orderBy(asc(savedReasons.title), asc(savedReasons.id));
}

/** Adds a saved reason. @returns false where there are too many. */
export async function addSavedReason(
  { db, clock, ids }: ReasonDeps,
  { title, text }: Omit<SavedReason, "id">,
  { by: actor, requestId }: AuditActor,
): Promise<boolean> {
  const now = clock();
  const id = ids.next(now);
  const row = { id, title, text, updatedBy: actor.name, updatedAt: now.toISOString() };
  const reasonCount = db.select({ all: count() }).from(savedReasons);
  const entry = { id: ids.next(now), at: now, by: actor, subject: id, detail: title, requestId };
  const [rows] = await db.batch([
    db
      .insert(savedReasons)
      .select(
        sql`SELECT ${rowValues(savedReasons, row)} WHERE (${reasonCount}) < ${MAX_SAVED_REASONS}`,
      )
      .returning({ id: savedReasons.id }),
    auditStatement(
      db,
      { ...entry, action: "reason-saved" },
      sql`EXISTS (SELECT 1 FROM saved_reasons WHERE id = ${id})`,
    ),
  ]);
  return rows.length > 0;
}

/** A saved reason as its form displayed it. */
interface SeenReason {
  id: string;
  updatedAt: string;
}

const isAsSeen = ({ id, updatedAt }: SeenReason) =>
  and(eq(savedReasons.id, id), eq(savedReasons.updatedAt, updatedAt));

/** Changes a saved reason, or removes it. @returns false where a colleague was faster. */
export async function changeSavedReason(
  { db, clock, ids }: ReasonDeps,
  seen: SeenReason,
  change: Omit<SavedReason, "id"> | "remove",
  { by: actor, requestId }: AuditActor,
): Promise<boolean> {
  const now = clock();
  const isRemoval = change === "remove";
  const entry = {
    ...{ id: ids.next(now), at: now, by: actor, subject: seen.id, requestId },
    action: isRemoval ? ("reason-removed" as const) : ("reason-saved" as const),
    ...(!isRemoval && { detail: change.title }),
  };
  const isThere = sql`EXISTS (SELECT 1 FROM ${savedReasons} WHERE ${isAsSeen(seen)})`;
  const statement = isRemoval
    ? db.delete(savedReasons).where(isAsSeen(seen)).returning({ id: savedReasons.id })
    : db
        .update(savedReasons)
        .set({ ...change, updatedBy: actor.name, updatedAt: now.toISOString() })
        .where(isAsSeen(seen))
        .returning({ id: savedReasons.id });
  const [, rows] = await db.batch([auditStatement(db, entry, isThere), statement]);
  return rows.length > 0;
}
