import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { sha256Hex } from "~/platform/hash";
import type { StepConflict } from "./autosave-state";
import { type Answers, answersSchema, completedStepsSchema, type Draft } from "./draft";
import { DRAFT_DAYS } from "./draft-days";
import { stepToken } from "./step-token.server";
import type { AnswerStep } from "./steps";
import { draftKeys, drafts } from "./tables.server";

type Row = typeof drafts.$inferSelect;

/** A stored row as the draft it is. */
export function draftOf(row: Row): Draft {
  return {
    id: row.id,
    entry: row.entry,
    answers: v.parse(answersSchema, JSON.parse(row.answers)),
    completed: v.parse(completedStepsSchema, JSON.parse(row.completedSteps)),
    submitted: row.submittedAt !== null,
    version: row.version,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
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
    warnedOf: null,
    expiredAt: null,
    createdAt: at,
    updatedAt: at,
  };
  await db.insert(drafts).values(row);
  return draftOf(row);
}

/** The condition for the draft that a key of this hash unlocks: its own key, or one of its links. */
export function unlockedBy(keyHash: string): SQL {
  const linked = sql`SELECT ${draftKeys.draftId} FROM ${draftKeys} WHERE ${draftKeys.keyHash} = ${keyHash}`;
  return sql`(${drafts.keyHash} = ${keyHash} OR ${drafts.id} = (${linked}))`;
}

/** The draft this key unlocks, expired or not. */
export async function findDraft(db: Database, key: string): Promise<Draft | undefined> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(unlockedBy(await sha256Hex(key)));
  return row && draftOf(row);
}

/** The answers of one step, to be saved. */
export interface StepToSave<S extends AnswerStep> {
  step: S;
  answers: NonNullable<Answers[S]>;
  completed: boolean;
  now: Date;
  /** The token of the answers the page was based on; without it, whatever is stored is replaced. */
  base?: string;
  /** The draft as it was read a moment ago, which spares reading it once more. */
  seen?: Draft;
}

/**
 * What became of a save. `version` is the token the page goes on with: that of the answers as they
 * are stored now, or after a conflict the one it came with, so that it can never win by itself.
 */
export type StepSaved =
  | { ok: true; version: string }
  | { ok: false; version: string | undefined; conflict: StepConflict };

/**
 * Saves the answers of one step and marks it completed, or no longer completed. With a `base`,
 * nothing is written over answers that the page did not show, unless they are the same; a draft
 * that was submitted meanwhile counts as changed, too. One statement that touches this step only,
 * so that two tabs on two steps never undo each other.
 */
export async function saveStep<S extends AnswerStep>(
  db: Database,
  draftId: string,
  save: StepToSave<S>,
): Promise<StepSaved> {
  const { step, base, now } = save;
  const answers = v.parse(answersSchema, { [step]: save.answers })[step] ?? save.answers;
  const version = await stepToken(answers);
  const read = () => readDraft(db, draftId);
  if (base === undefined && (await write(db, draftId, { ...save, answers })))
    return { ok: true, version };
  let draft = (base !== undefined && save.seen) || (await read());
  // Each round that writes nothing lost to another save, which has then succeeded.
  for (; draft && !draft.submitted; draft = await read()) {
    const stored = await stepToken(draft.answers[step]);
    if (base !== stored && version !== stored) break;
    if (await write(db, draftId, { ...save, answers }, draft.version)) return { ok: true, version };
  }
  const conflict = {
    version: await stepToken(draft?.answers[step]),
    savedAt: (draft?.updatedAt ?? now).toISOString(),
  };
  return { ok: false, version: base, conflict };
}

async function readDraft(db: Database, id: string): Promise<Draft | undefined> {
  const [row] = await db.select().from(drafts).where(eq(drafts.id, id));
  return row && draftOf(row);
}

/** @returns whether it was written: not when the draft has another version or was submitted. */
async function write<S extends AnswerStep>(
  db: Database,
  draftId: string,
  save: StepToSave<S>,
  version?: number,
): Promise<boolean> {
  const path = `$.${save.step}`;
  const others = sql`SELECT value FROM json_each(${drafts.completedSteps}) WHERE value <> ${save.step}`;
  const completedSteps = save.completed
    ? sql`(SELECT json_group_array(value) FROM (${others} UNION ALL SELECT ${save.step}))`
    : sql`(SELECT json_group_array(value) FROM (${others}))`;
  const isSame = version === undefined ? undefined : eq(drafts.version, version);
  const written = await db
    .update(drafts)
    .set({
      answers: sql`json_set(${drafts.answers}, ${path}, json(${JSON.stringify(save.answers)}))`,
      completedSteps,
      version: sql`${drafts.version} + 1`,
      expiresAt: addDays(save.now, DRAFT_DAYS).toISOString(),
      updatedAt: save.now.toISOString(),
    })
    .where(
      and(eq(drafts.id, draftId), isNull(drafts.submittedAt), isNull(drafts.expiredAt), isSame),
    )
    .returning({ id: drafts.id });
  return written.length > 0;
}

/** A file that is sent changes the draft as well: it lives 14 days from then on. */
export async function keepDraft(db: Database, draftId: string, now: Date): Promise<void> {
  await db
    .update(drafts)
    .set({ expiresAt: addDays(now, DRAFT_DAYS).toISOString() })
    .where(and(eq(drafts.id, draftId), isNull(drafts.submittedAt)));
}
