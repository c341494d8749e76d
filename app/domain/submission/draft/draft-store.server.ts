import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { StepConflict } from "~/forms/autosave/autosave-state";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { type Answers, answersSchema, completedStepsSchema } from "../steps/answers";
import type { AnswerStep } from "../steps/steps";
import { drafts } from "../submission-tables.server";
import type { Draft } from "./draft";
import { DRAFT_DAYS } from "./draft-days";
import { draftPrefillSchema } from "./prefill";
import { stepVersion } from "./step-version.server";

type Row = typeof drafts.$inferSelect;

export function parseDraftRow(row: Row): Draft {
  return {
    id: row.id,
    entry: row.entry,
    linkId: row.linkId ?? undefined,
    artistId: row.artistId ?? undefined,
    resendOf: row.resendOf ?? undefined,
    prefill:
      row.prefill === null ? undefined : v.parse(draftPrefillSchema, JSON.parse(row.prefill)),
    answers: v.parse(answersSchema, JSON.parse(row.answers)),
    completed: v.parse(completedStepsSchema, JSON.parse(row.completedSteps)),
    submitted: row.submittedAt !== null,
    pressedAt: row.pressedAt === null ? undefined : new Date(row.pressedAt),
    version: row.version,
    formStartedAt: row.formStartedAt === null ? undefined : new Date(row.formStartedAt),
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    expiresAt: new Date(row.expiresAt),
  };
}

export function emptyDraft(id: string, now: Date): Draft {
  return {
    id,
    entry: "open",
    answers: {},
    completed: [],
    submitted: false,
    version: 1,
    createdAt: now,
    updatedAt: now,
    expiresAt: addDays(now, DRAFT_DAYS),
  };
}

export const isOpenDraftSql = and(isNull(drafts.submittedAt), isNull(drafts.expiredAt));

/** Whether a draft with this id was opened and is not deleted. */
export async function isStored(db: Database, id: string): Promise<boolean> {
  return (await db.$count(drafts, eq(drafts.id, id))) > 0;
}

/**
 * The owner of a draft after a save: its own, else the signed-in account, if that still exists. A
 * value for a statement on drafts; the table is that of another room.
 */
export function claimOwnerSql(artistId: string | undefined): SQL {
  return sql`coalesce(${drafts.artistId}, (SELECT owner.id FROM artists AS owner
    WHERE owner.id = ${artistId ?? null} AND owner.deleted_at IS NULL))`;
}

/** A draft that was begun or saved in this account, also an expired one. */
export async function findDraftOfAccount(
  db: Database,
  { id, artistId }: { id: string; artistId: string },
): Promise<Draft | undefined> {
  const [row] = await db
    .select()
    .from(drafts)
    .where(and(eq(drafts.id, id), eq(drafts.artistId, artistId)));
  return row && parseDraftRow(row);
}

interface StepToSave<S extends AnswerStep> {
  step: S;
  answers: NonNullable<Answers[S]>;
  completed: boolean | undefined;
  now: Date;
  /** The version token the page was based on; without it any stored answers are replaced. */
  base?: string;
  knownDraft?: Draft;
  /** Limit for the answers of all steps, in bytes of JSON. */
  maxBytes: number;
  /** The signed-in account, if any: a draft without owner becomes its. */
  savedBy: string | undefined;
}

/**
 * `version`: of the stored answers, or after a conflict the posted one, so that it never wins by
 * itself.
 */
type StepSaved =
  | { ok: true; version: string }
  | {
      ok: false;
      version: string | undefined;
      conflict: StepConflict;
      /** Whether the draft was submitted meanwhile, which is final. */
      submitted?: true;
    };

interface TooLarge {
  ok: false;
  version: string | undefined;
  tooLarge: true;
}

/**
 * Saves the answers of one step and, if told, whether it is completed. With a `base`, nothing is
 * written over answers that the page did not show, unless they are equal, and nothing over a
 * submitted draft. One statement that changes this step only, so tabs on two steps never undo each
 * other.
 */
export async function saveStep<S extends AnswerStep>(
  db: Database,
  draftId: string,
  save: StepToSave<S>,
): Promise<StepSaved | TooLarge> {
  const { step, base, now } = save;
  const answers = v.parse(answersSchema, { [step]: save.answers })[step] ?? save.answers;
  const version = await stepVersion(answers);
  const read = () => draftById(db, draftId);
  if (base === undefined) {
    const outcome = await write(db, draftId, { ...save, answers });
    if (outcome === "too-large") return { ok: false, version: base, tooLarge: true };
    if (outcome) return { ok: true, version };
  }
  let draft = (base !== undefined && save.knownDraft) || (await read());
  // A round that writes nothing has lost to a save that succeeded.
  for (; draft && !draft.submitted; draft = await read()) {
    const storedVersion = await stepVersion(draft.answers[step]);
    if (base !== storedVersion && version !== storedVersion) break;
    const outcome = await write(db, draftId, { ...save, answers }, draft.version);
    if (outcome === "too-large") return { ok: false, version: base, tooLarge: true };
    if (outcome) return { ok: true, version };
  }
  const conflict = {
    version: await stepVersion(draft?.answers[step]),
    savedAt: (draft?.updatedAt ?? now).toISOString(),
  };
  return { ok: false, version: base, conflict, ...(draft?.submitted && { submitted: true }) };
}

export async function draftById(db: Database, id: string): Promise<Draft | undefined> {
  const [row] = await db.select().from(drafts).where(eq(drafts.id, id));
  return row && parseDraftRow(row);
}

/**
 * @returns false when the draft has another version or was submitted; the statement itself decides.
 */
async function write<S extends AnswerStep>(
  db: Database,
  draftId: string,
  save: StepToSave<S>,
  version?: number,
): Promise<boolean | "too-large"> {
  const path = `$.${save.step}`;
  const otherSteps = sql`SELECT value FROM json_each(${drafts.completedSteps}) WHERE value <> ${save.step}`;
  const completedSteps = save.completed
    ? sql`(SELECT json_group_array(value) FROM (${otherSteps} UNION ALL SELECT ${save.step}))`
    : sql`(SELECT json_group_array(value) FROM (${otherSteps}))`;
  const answers = sql`json_set(${drafts.answers}, ${path}, json(${JSON.stringify(save.answers)}))`;
  const tooLarge = sql`length(CAST(${answers} AS BLOB)) > ${save.maxBytes}`;
  const isSameVersion = version === undefined ? undefined : eq(drafts.version, version);
  const updatedRows = await db
    .update(drafts)
    .set({
      answers,
      completedSteps: save.completed === undefined ? undefined : completedSteps,
      version: sql`${drafts.version} + 1`,
      artistId: claimOwnerSql(save.savedBy),
      expiresAt: addDays(save.now, DRAFT_DAYS).toISOString(),
      updatedAt: save.now.toISOString(),
    })
    .where(and(eq(drafts.id, draftId), isOpenDraftSql, isSameVersion, not(tooLarge)))
    .returning({ id: drafts.id });
  if (updatedRows.length > 0) return true;
  const tooLargeCount = await db.$count(
    drafts,
    and(eq(drafts.id, draftId), isOpenDraftSql, tooLarge),
  );
  return tooLargeCount > 0 ? "too-large" : false;
}

/**
 * Records when 'Submit Music' was pressed. A refused press keeps the time of an earlier one, whose
 * run may continue in another tab.
 * @param artistId the signed-in account, if any.
 */
export async function recordSubmitTime(
  db: Database,
  draftId: string,
  pressedAt: Date | undefined,
  artistId: string | undefined,
): Promise<void> {
  await db
    .update(drafts)
    .set({
      pressedAt: pressedAt?.toISOString() ?? sql`${drafts.pressedAt}`,
      artistId: claimOwnerSql(artistId),
    })
    .where(and(eq(drafts.id, draftId), isNull(drafts.submittedAt)));
}

/** Makes a draft of a used or stopped invitation an open one, with all its answers and files. */
export async function detachInvitation(db: Database, draftId: string): Promise<void> {
  await db
    .update(drafts)
    .set({ entry: "open", linkId: null })
    .where(and(eq(drafts.id, draftId), isNull(drafts.submittedAt)));
}

/** Extends a draft by 14 days. @param artistId the signed-in account, if any. */
export async function extendDraft(
  db: Database,
  draftId: string,
  now: Date,
  artistId: string | undefined,
): Promise<void> {
  await db
    .update(drafts)
    .set({ expiresAt: addDays(now, DRAFT_DAYS).toISOString(), artistId: claimOwnerSql(artistId) })
    .where(and(eq(drafts.id, draftId), isNull(drafts.submittedAt)));
}
