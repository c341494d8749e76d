import { decodeTime, isValid } from "ulidx";
import {
  answerFields,
  baseOf,
  draftOfPost,
  type StepConflict,
} from "~/forms/autosave/autosave-state";
import { type FieldErrors, hasNoErrors, mergeFileErrors } from "~/forms/form-reply";
import type { Log } from "~/observability/log";
import { addDays, type Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import {
  type StepContext,
  type StepRules,
  type StepValues,
  stepRules,
} from "../steps/step-rules.server";
import type { AnswerStep } from "../steps/steps";
import type { Draft } from "./draft";
import { DRAFT_DAYS } from "./draft-days";
import { isStored, saveStep } from "./draft-store.server";
import { stepVersion } from "./step-version.server";

export interface StepDeps {
  db: Database;
  clock: Clock;
  /** A time whose UTC date is the artist's day; see `release-dates`. */
  artistDay: (at: Date) => Date;
  slotsOf: (draftId: string) => Promise<ReadonlySet<string>>;
  log: Log;
  maxBytes: number;
  /** The signed-in account, if any: a draft without owner becomes its. */
  savedBy: string | undefined;
}

export interface Edited<S extends AnswerStep> {
  values: StepValues[S];
  /** Whether the button changed the form, so that the step is shown again. */
  showsAgain: boolean;
}

/** A posted form, by its page or by autosave. */
export interface PostedStep<S extends AnswerStep, E extends Edited<S>> {
  step: S;
  /** All fields, with the draft and the version that the form shows. */
  fields: [string, string][];
  /** `next`, `back`, another button of the step, or `autosave`. */
  intent: string;
  /** Applies the button, once the form is known to belong to this draft. */
  edit: (values: StepValues[S], context: StepContext) => Promise<E>;
  fileErrors?: FieldErrors;
  /** Whether Next passes with wrong answers: a shortcut for developers. */
  unchecked?: boolean;
}

/** For forms without other buttons. */
export async function withoutEdits<S extends AnswerStep>(
  values: StepValues[S],
): Promise<Edited<S>> {
  return { values, showsAgain: false };
}

export interface SavedStep<E> {
  ok: true;
  edited: E;
  version: string;
  savedAt: Date;
  leadsTo?: "next" | "back" | undefined;
  /** Whether Next was pressed and does not pass. */
  refused: boolean;
  /** The errors to show; all of them after a refused Next. */
  errors: FieldErrors;
}

/** Nothing was saved: the step was changed elsewhere. */
export interface SaveConflict<E> {
  ok: false;
  reason: "changed";
  edited: E;
  /** The posted version token, so that it can never win by itself. */
  version: string | undefined;
  conflict: StepConflict;
}

/**
 * Nothing was saved: the form is of another draft, or this one was submitted meanwhile or is full.
 */
interface NotSaved {
  ok: false;
  reason: "other-draft" | "submitted" | "too-large";
}

function readPosted<S extends AnswerStep>(
  rules: StepRules<S>,
  postedFields: [string, string][],
  start: StepValues[S],
  today: Date,
): { values: StepValues[S]; hasAnswers: boolean } {
  const fields = answerFields(postedFields);
  const answers = rules.answers(start);
  const hasAnswers = fields.some(([name]) => Object.hasOwn(answers, /^\w*/.exec(name)?.[0] ?? ""));
  // Read as blanks, a form without answers would delete what is saved.
  return { values: hasAnswers ? rules.read(fields, start, today) : start, hasAnswers };
}

/**
 * Whether a form belongs to another draft than the one this browser has open. A page whose draft
 * was never stored, as of the first of two tabs opened at once, goes on in this one.
 */
export async function isOfOtherDraft(
  { db, clock }: Pick<StepDeps, "db" | "clock">,
  draft: Draft,
  fields: [string, string][],
): Promise<boolean> {
  const id = draftOfPost(fields) ?? draft.id;
  if (id === draft.id) return false;
  return !isValid(id) || decodeTime(id) < oldestPageTime(clock()) || (await isStored(db, id));
}

/** The cookie of a page opened before this time has expired. */
const oldestPageTime = (now: Date) => addDays(now, -DRAFT_DAYS).getTime();

/**
 * Reads, edits, checks and saves the form of a step, for its page and for autosave. Answers are
 * saved whether or not they pass. Only Next completes a step, with answers that pass and no refused
 * file (specification, wizard, section 4); any other save keeps a completed step completed only
 * while its answers pass. Back always leads back.
 */
export async function submitStep<S extends AnswerStep, E extends Edited<S>>(
  deps: StepDeps,
  draft: Draft,
  posted: PostedStep<S, E>,
): Promise<SavedStep<E> | SaveConflict<E> | NotSaved> {
  const { db, clock, artistDay, slotsOf, log, maxBytes, savedBy } = deps;
  const { step, fields, intent, edit, fileErrors = {}, unchecked = false } = posted;
  if (await isOfOtherDraft({ db, clock }, draft, fields))
    return { ok: false, reason: "other-draft" };
  const now = clock();
  const today = artistDay(now);
  const rules: StepRules<S> = stepRules[step];
  let slots: ReturnType<typeof slotsOf> | undefined;
  const context: StepContext = {
    today,
    slots: () => {
      slots ??= slotsOf(draft.id);
      return slots;
    },
  };
  const savedAnswers = draft.answers[step];
  const { values, hasAnswers } = readPosted(
    rules,
    fields,
    rules.start(savedAnswers, today, draft.prefill),
    today,
  );
  const editResult = await edit(values, context);
  const answers = rules.answers(editResult.values);
  const button = editResult.showsAgain ? undefined : intent;
  const isNext = button === "next";
  const answerErrors = await rules.check(answers, context);
  const passes = hasNoErrors(answerErrors);
  const areFilesAccepted = hasNoErrors(fileErrors);
  // Undefined leaves a completed step completed.
  const completed = passes ? (isNext && areFilesAccepted) || undefined : false;
  const leadsOn = isNext && areFilesAccepted && (passes || unchecked);
  const leadsTo = leadsOn ? "next" : button === "back" ? "back" : undefined;
  const refused = isNext && !leadsTo;
  const errors = refused ? mergeFileErrors(answerErrors, fileErrors) : fileErrors;
  const outcome = { ok: true, edited: editResult, leadsTo, refused, errors } as const;
  const staysCompleted = passes || !draft.completed.includes(step);
  if (!hasAnswers && !editResult.showsAgain && !isNext && staysCompleted)
    return { ...outcome, version: await stepVersion(savedAnswers), savedAt: draft.updatedAt };
  const base = baseOf(fields);
  const save = { step, answers, completed, now, base, knownDraft: draft, maxBytes, savedBy };
  const saveResult = await saveStep(db, draft.id, save);
  if ("tooLarge" in saveResult) return { ok: false, reason: "too-large" };
  if (!saveResult.ok && saveResult.submitted) return { ok: false, reason: "submitted" };
  if (!saveResult.ok) {
    const { version, conflict } = saveResult;
    return { ok: false, reason: "changed", edited: editResult, version, conflict };
  }
  log("info", "step.saved", { draftId: draft.id, step });
  return { ...outcome, version: saveResult.version, savedAt: now };
}
