import { and, asc, count, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { type AuditActor, auditStatement } from "~/domain/access/staff/audit.server";
import { reasonUses, savedReasons } from "~/domain/access/staff/staff-tables.server";
import { type RejectionAnswer, rejectionAnswers } from "~/domain/submission/record/fix-link";
import { type Database, rowValues, textListSql } from "~/platform/database.server";
import type { DeskDeps } from "./assign-item.server";
import { findingCodes } from "./finding-words";
import {
  MAX_SAVED_REASONS,
  NEXT_DIGIT,
  type ReasonInput,
  type ReasonKind,
  reasonDigits,
  reasonKinds,
} from "./saved-reason";

const storedReasonSchema = v.object({
  ...{ id: v.string(), kind: v.picklist(reasonKinds), title: v.string(), text: v.string() },
  digit: v.nullable(v.number()),
  finding: v.fallback(v.nullable(v.picklist(findingCodes)), null),
  answer: v.fallback(v.picklist(rejectionAnswers), "fix"),
  /** Number of decisions that it was chosen for since the year began. */
  usedThisYear: v.number(),
  updatedBy: v.string(),
  /** Of its last change, which its form posts. */
  updatedAt: v.string(),
});
export type StoredReason = v.InferOutput<typeof storedReasonSchema>;

/** The saved reasons of a kind by name. */
export async function listSavedReasons(
  db: Database,
  kind: ReasonKind,
  now: Date,
): Promise<StoredReason[]> {
  const isOfYear = sql`uses.created_at >= ${`${now.getUTCFullYear()}-01-01`}`;
  const rows = await db
    .select({
      ...getTableColumns(savedReasons),
      usedThisYear: sql`(SELECT count(*) FROM reason_uses AS uses
        WHERE uses.reason_id = ${savedReasons.id} AND ${isOfYear})`,
    })
    .from(savedReasons)
    .where(eq(savedReasons.kind, kind))
    .orderBy(asc(savedReasons.title), asc(savedReasons.id));
  return v.parse(v.array(storedReasonSchema), rows);
}

/** What a rejection by saved reasons means: the hardest of their answers; undefined without one. */
export async function answerOf(
  db: Database,
  reasonIds: readonly string[],
): Promise<RejectionAnswer | undefined> {
  if (reasonIds.length === 0) return undefined;
  const rows = await db
    .select({ answer: savedReasons.answer })
    .from(savedReasons)
    .where(
      and(eq(savedReasons.kind, "reject"), sql`${savedReasons.id} IN ${textListSql(reasonIds)}`),
    );
  const answers = rows.map(({ answer }) => answer);
  return rejectionAnswers.findLast((answer) => answers.includes(answer));
}

/**
 * The statement that counts the reasons of a decision, for its batch.
 * @param isDecided holds if the batch has made the decision.
 */
export const usesStatement = (
  db: Database,
  { decisionId, reasonIds }: { decisionId: string; reasonIds: readonly string[] },
  isDecided: SQL,
  now: Date,
) =>
  db.insert(reasonUses).select(
    sql`SELECT ${savedReasons.id}, ${decisionId}, ${now.toISOString()} FROM ${savedReasons}
      WHERE ${savedReasons.id} IN ${textListSql(reasonIds)} AND ${isDecided}`,
  );

/** `full`: there are too many; `taken`: another one has the digit; `changed`: a colleague was faster. */
export type ReasonResult = "done" | "full" | "taken" | "changed";

/** A digit for the statement, and the condition under which it may be set. */
function digitParts({ kind, digit }: ReasonInput, id: string): { value: SQL; isFree: SQL } {
  const usedDigits = sql`SELECT other.digit FROM saved_reasons AS other
    WHERE other.kind = ${kind} AND other.id <> ${id} AND other.digit IS NOT NULL`;
  if (digit !== NEXT_DIGIT)
    return { value: sql`${digit}`, isFree: sql`${digit ?? 0} NOT IN (${usedDigits})` };
  const value = sql`(SELECT free.value FROM json_each(${JSON.stringify(reasonDigits)}) AS free
    WHERE free.value NOT IN (${usedDigits}) ORDER BY free.value LIMIT 1)`;
  return { value, isFree: sql`TRUE` };
}

/**
 * Adds a saved reason. The same one a second time is a form that was posted twice: it is there once, and
 * the answer is the same.
 */
export async function addSavedReason(
  { db, clock, ids }: DeskDeps,
  reason: ReasonInput,
  { by: actor, requestId }: AuditActor,
): Promise<ReasonResult> {
  const { kind, title, text } = reason;
  const now = clock();
  const id = ids.next(now);
  const { value, isFree } = digitParts(reason, id);
  const row = {
    ...{ ...reason, id, digit: value },
    ...{ updatedBy: actor.name, updatedAt: now.toISOString() },
  };
  const isOfKind = eq(savedReasons.kind, kind);
  const reasonCount = db.select({ all: count() }).from(savedReasons).where(isOfKind);
  const isKnown = and(isOfKind, eq(savedReasons.title, title), eq(savedReasons.text, text));
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
  const reasons = await listSavedReasons(db, kind, now);
  if (reasons.some((other) => other.title === title && other.text === text)) return "done";
  return reasons.length < MAX_SAVED_REASONS ? "taken" : "full";
}

type SeenReason = Pick<StoredReason, "id" | "updatedAt">;

/** Changes a saved reason, or removes it. Its kind stays as it is. */
export async function changeSavedReason(
  { db, clock, ids }: DeskDeps,
  seen: SeenReason,
  change: ReasonInput | "remove",
  { by: actor, requestId }: AuditActor,
): Promise<ReasonResult> {
  const now = clock();
  const isRemoval = change === "remove";
  const parts = isRemoval ? undefined : digitParts(change, seen.id);
  const kind = isRemoval ? undefined : eq(savedReasons.kind, change.kind);
  const isAsSeen = and(eq(savedReasons.id, seen.id), eq(savedReasons.updatedAt, seen.updatedAt));
  const condition = and(isAsSeen, kind, parts?.isFree);
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
        .set({
          ...change,
          digit: parts?.value ?? null,
          updatedBy: actor.name,
          updatedAt: now.toISOString(),
        })
        .where(condition)
        .returning({ id: savedReasons.id });
  const [, rows] = await db.batch([auditStatement(db, entry, isThere), statement]);
  if (rows.length > 0) return "done";
  const [reason] = await db.select().from(savedReasons).where(eq(savedReasons.id, seen.id));
  if (isRemoval) return reason ? "changed" : "done";
  if (reason?.updatedAt === seen.updatedAt && reason.kind === change.kind) return "taken";
  const isRepeated =
    reason?.updatedBy === actor.name &&
    reason.title === change.title &&
    reason.text === change.text;
  return isRepeated ? "done" : "changed";
}
