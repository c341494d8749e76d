import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import { type Answers, answersSchema, completedStepsSchema, DRAFT_DAYS, type Draft } from "./draft";
import type { AnswerStep } from "./steps";
import { drafts } from "./tables.server";

type Row = typeof drafts.$inferSelect;

/** A stored row as the draft it is. */
export function draftOf(row: Row): Draft {
  return {
    id: row.id,
    answers: v.parse(answersSchema, JSON.parse(row.answers)),
    completed: v.parse(completedStepsSchema, JSON.parse(row.completedSteps)),
    submitted: row.submittedAt !== null,
    version: row.version,
    createdAt: new Date(row.createdAt),
    expiresAt: new Date(row.expiresAt),
  };
}

/** Opens an empty draft that `key` (a secret; only its hash is kept) unlocks. */
export async function openDraft(
  db: Database,
  draft: { id: string; key: string; now: Date },
): Promise<Draft> {
  const at = draft.now.toISOString();
  const row: Row = {
    id: draft.id,
    keyHash: await sha256Hex(draft.key),
    entry: "open",
    answers: "{}",
    completedSteps: "[]",
    version: 1,
    submittedAt: null,
    expiresAt: addDays(draft.now, DRAFT_DAYS).toISOString(),
    createdAt: at,
    updatedAt: at,
  };
  await db.insert(drafts).values(row);
  return draftOf(row);
}

/** The draft this key unlocks, expired or not. */
export async function findDraft(db: Database, key: string): Promise<Draft | undefined> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(eq(drafts.keyHash, await sha256Hex(key)));
  return row && draftOf(row);
}

/**
 * Saves the answers of one step and marks it completed, or no longer completed.
 * One statement, so that two tabs on two steps never undo each other.
 */
export async function saveStep<S extends AnswerStep>(
  db: Database,
  draftId: string,
  save: { step: S; answers: NonNullable<Answers[S]>; completed: boolean; now: Date },
): Promise<void> {
  const path = `$.${save.step}`;
  const others = sql`SELECT value FROM json_each(${drafts.completedSteps}) WHERE value <> ${save.step}`;
  const completedSteps = save.completed
    ? sql`(SELECT json_group_array(value) FROM (${others} UNION ALL SELECT ${save.step}))`
    : sql`(SELECT json_group_array(value) FROM (${others}))`;
  await db
    .update(drafts)
    .set({
      answers: sql`json_set(${drafts.answers}, ${path}, json(${JSON.stringify(save.answers)}))`,
      completedSteps,
      version: sql`${drafts.version} + 1`,
      expiresAt: addDays(save.now, DRAFT_DAYS).toISOString(),
      updatedAt: save.now.toISOString(),
    })
    .where(eq(drafts.id, draftId));
}
