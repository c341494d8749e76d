import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import { type AuditActor, auditStatement } from "~/domain/access/staff/audit.server";
import { savedReasons } from "~/domain/access/staff/staff-tables.server";
import { type Database, rowValues } from "~/platform/database.server";
import type { DeskDeps } from "./assign-item.server";
import {
  MAX_SAVED_REASONS,
  NEXT_DIGIT,
  type ReasonInput,
  reasonDigits,
  type SavedReason,
} from "./saved-reason";

/** A saved reason, with the time of its last change, which its form posts. */
export interface StoredReason extends SavedReason {
  updatedBy: string;
  updatedAt: string;
}

/** All saved reasons by name. */
export function listSavedReasons(db: Database): Promise<StoredReason[]> {
  return db
    .select()
    .from(savedReasons)
    .where(eq(savedReasons.kind, "reject"))
    .orderBy(asc(savedReasons.title), asc(savedReasons.id));
}

/** `full`: there are too many; `taken`: another one has the digit; `changed`: a colleague was faster. */
export type ReasonResult = "done" | "full" | "taken" | "changed";

const isDigitFree = (digit: number, id: string) =>
  sql`NOT EXISTS (SELECT 1 FROM saved_reasons AS other WHERE other.kind = 'reject' AND other.digit = ${digit} AND other.id <> ${id})`;

/** A digit for the statement, and the condition under which it may be set. */
function digitParts(digit: ReasonInput["digit"], id: string): { value: SQL; isFree: SQL } {
  const isFree = typeof digit === "number" ? isDigitFree(digit, id) : sql`TRUE`;
  if (digit !== NEXT_DIGIT) return { value: sql`${digit}`, isFree };
  const value = sql`(SELECT free.value FROM json_each(${JSON.stringify(reasonDigits)}) AS free
    WHERE free.value NOT IN (SELECT digit FROM saved_reasons WHERE kind = 'reject' AND digit IS NOT NULL AND id <> ${id})
    ORDER BY free.value LIMIT 1)`;
  return { value, isFree };
}

/**
 * Adds a saved reason. The same one a second time is a form that was posted twice: it is there once, and
 * the answer is the same.
 */
export async function addSavedReason(
  { db, clock, ids }: DeskDeps,
  { title, text, digit }: ReasonInput,
  { by: actor, requestId }: AuditActor,
): Promise<ReasonResult> {
  const now = clock();
  const id = ids.next(now);
  const { value, isFree } = digitParts(digit, id);
  const row = {
    ...{ id, kind: "reject" as const, title, text, digit: value, finding: null },
    ...{ updatedBy: actor.name, updatedAt: now.toISOString() },
  };
  const isReject = eq(savedReasons.kind, "reject");
  const reasonCount = db.select({ all: count() }).from(savedReasons).where(isReject);
  const isKnown = and(isReject, eq(savedReasons.title, title), eq(savedReasons.text, text));
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${savedReasons} WHERE ${isKnown})`;
  const entry = { id: ids.next(now), at: now, by: actor, subject: id, detail: title, requestId };
  const [rows] = await db.batch([
    db
      .insert(savedReasons)
      .select(
        sql`SELECT ${rowValues(savedReasons, row)}
          WHERE (${reasonCount}) < ${MAX_SAVED_REASONS} AND ${isNew} AND ${isFree}`,
      )
      .returning({ id: savedReasons.id }),
    auditStatement(
      db,
      { ...entry, action: "reason-saved" },
      sql`EXISTS (SELECT 1 FROM saved_reasons WHERE id = ${id})`,
    ),
  ]);
  if (rows.length > 0) return "done";
  const reasons = await listSavedReasons(db);
  if (reasons.some((reason) => reason.title === title && reason.text === text)) return "done";
  return reasons.length < MAX_SAVED_REASONS ? "taken" : "full";
}

/** A saved reason as its form displayed it. */
interface SeenReason {
  id: string;
  updatedAt: string;
}

const isAsSeen = ({ id, updatedAt }: SeenReason) =>
  and(eq(savedReasons.id, id), eq(savedReasons.updatedAt, updatedAt));

/** Changes a saved reason, or removes it. */
export async function changeSavedReason(
  { db, clock, ids }: DeskDeps,
  seen: SeenReason,
  change: ReasonInput | "remove",
  { by: actor, requestId }: AuditActor,
): Promise<ReasonResult> {
  const now = clock();
  const isRemoval = change === "remove";
  const { value: digit, isFree } = digitParts(isRemoval ? null : change.digit, seen.id);
  const condition = and(isAsSeen(seen), isFree);
  const entry = {
    ...{ id: ids.next(now), at: now, by: actor, subject: seen.id, requestId },
    action: isRemoval ? ("reason-removed" as const) : ("reason-saved" as const),
    ...(!isRemoval && { detail: change.title }),
  };
  const isThere = sql`EXISTS (SELECT 1 FROM ${savedReasons} WHERE ${condition})`;
  const statement = isRemoval
    ? db.delete(savedReasons).where(condition).returning({ id: savedReasons.id })
    : db
        .update(savedReasons)
        .set({ ...change, digit, updatedBy: actor.name, updatedAt: now.toISOString() })
        .where(condition)
        .returning({ id: savedReasons.id });
  const [, rows] = await db.batch([auditStatement(db, entry, isThere), statement]);
  if (rows.length > 0) return "done";
  const reason = (await listSavedReasons(db)).find(({ id }) => id === seen.id);
  if (isRemoval) return reason ? "changed" : "done";
  if (reason?.updatedAt === seen.updatedAt) return "taken";
  const isRepeated =
    reason?.updatedBy === actor.name &&
    reason.title === change.title &&
    reason.text === change.text;
  return isRepeated ? "done" : "changed";
}
