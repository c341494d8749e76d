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

/** A stored row as the draft it is. */
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

/** A draft as it is before anything of it is stored. */
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

/** The condition for drafts that are begun and neither submitted nor over. */
export const isOpenDraftSql = and(isNull(drafts.submittedAt), isNull(drafts.expiredAt));

/** Whether a draft of this id was ever opened, and is not forgotten. */
export async function isStored(db: Database, id: string): Promise<boolean> {
  return (await db.$count(drafts, eq(drafts.id, id))) > 0;
}

/**
 * Whose a draft is once somebody has saved or sent it: nobody's is theirs from then on, as long as their
 * account lasts. A value for a statement on drafts; the table is that of a room above this one.
 * @param artistId of the account that is signed in, if one is.
 */
export function claimOwnerSql(artistId: string | undefined): SQL {
  return sql`coalesce(${drafts.artistId}, (SELECT owner.id FROM artists AS owner
    WHERE owner.id = ${artistId ?? null} AND owner.deleted_at IS NULL))`;
}

/** A draft that was begun, or saved, while this account was signed in, expired or not. */
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

/** The answers of one step, to be saved. */
interface StepToSave<S extends AnswerStep> {
  step: S;
  answers: NonNullable<Answers[S]>;
  /** Whether the step is completed from now on; undefined leaves that as it is. */
  completed: boolean | undefined;
  now: Date;
  /** The token of the answers the page was based on; without it, whatever is stored is replaced. */
  base?: string;
  /** The draft as it was read a moment ago, which spares reading it once more. */
  knownDraft?: Draft;
  /** What the answers of all steps may take, in bytes of JSON. */
  maxBytes: number;
  /** The account of who saves, if one is signed in: nobody's draft becomes theirs. */
  savedBy: string | undefined;
}

/**
 * What became of a save. `version` is the token the page goes on with: that of the answers as they
 * are stored now, or after a conflict the one it came with, so that it can never win by itself.
 */
type StepSaved =
  | { ok: true; version: string }
  | {
      ok: false;
      version: string | undefined;
      conflict: StepConflict;
      /** Whether that is because the draft was submitted meanwhile: nothing changes it any more. */
      submitted?: true;
    };

/** That nothing was saved, because the draft would hold more than it may. */
interface TooLarge {
  ok: false;
  version: string | undefined;
  tooLarge: true;
}

/**
 * Saves the answers of one step and marks it completed, or no longer completed, or leaves that as
 * it is. With a `base`, nothing is written over answers that the page did not show, unless they are
 * the same; a draft that was submitted meanwhile counts as changed, too; and nothing is written that
 * would make the draft larger than it may be. One statement that touches this step only, so that two
 * tabs on two steps never undo each other.
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
  // Each round that writes nothing lost to another save, which has then succeeded.
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

/** The draft with this id, as it is now. */
export async function draftById(db: Database, id: string): Promise<Draft | undefined> {
  const [row] = await db.select().from(drafts).where(eq(drafts.id, id));
  return row && parseDraftRow(row);
}

/**
 * @returns whether it was written: not when the draft has another version or was submitted, nor when
 * it would become too large, which the same statement decides.
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
  const tooLargeCount = await db.$count(drafts, and(eq(drafts.id, draftId), isOpenDraftSql, tooLarge));
  return tooLargeCount > 0 ? "too-large" : false;
}

/**
 * Remembers when 'Submit Music' was pressed. One that was refused leaves what an earlier one has begun:
 * its run may be going on in another tab.
 * @param artistId the account of who pressed it, if one is signed in.
 */
export async function recordSubmitPress(
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

/**
 * Makes an open draft of one that was begun with an invitation, which is spent or stopped: all that
 * was typed and sent stays.
 */
export async function detachInvitation(db: Database, draftId: string): Promise<void> {
  await db
    .update(drafts)
    .set({ entry: "open", linkId: null })
    .where(and(eq(drafts.id, draftId), isNull(drafts.submittedAt)));
}

/**
 * A file that is sent changes the draft as well: it lives 14 days from then on.
 * @param artistId the account of who sends it, if one is signed in.
 */
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
