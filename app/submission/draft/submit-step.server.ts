import { decodeTime, isValid } from "ulidx";
import type { StepConflict } from "~/forms/autosave/autosave-state";
import { answerFields, baseOf, draftOfPost } from "~/forms/autosave/post-version";
import { type FieldErrors, hasNoErrors, mergeFileErrors } from "~/forms/form-reply";
import type { Log } from "~/monitoring/log";
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

/** What submitting a step works with. */
export interface StepDeps {
  db: Database;
  clock: Clock;
  /** A time on whose date in UTC the rules about days count; see `release-dates`. */
  artistDay: (at: Date) => Date;
  /** The slots in which a draft has a file, stored or on its way. */
  slotsOf: (draftId: string) => Promise<ReadonlySet<string>>;
  log: Log;
  /** What the answers of all steps may take, in bytes of JSON. */
  maxBytes: number;
  /** The account that is signed in, if one is: nobody's draft becomes theirs. */
  savedBy: string | undefined;
}

/** A form after the button that was pressed in it. */
export interface Edited<S extends AnswerStep> {
  values: StepValues[S];
  /** Whether the button changed something, so that the step is shown again whatever it was. */
  showsAgain: boolean;
}

/** The form of a step as it was sent, by its page or while it is typed in. */
export interface PostedStep<S extends AnswerStep, E extends Edited<S>> {
  step: S;
  /** All of them: also those that say which draft, and which state of it, the form shows. */
  fields: [string, string][];
  /** `next`, `back` or another button of the step; `autosave` when none was pressed. */
  intent: string;
  /** Carries out the button, once it is known that the form belongs to this draft. */
  edit: (values: StepValues[S], context: StepContext) => Promise<E>;
  /** Why files that came with it were not taken, by the names of their fields. */
  fileErrors?: FieldErrors;
  /** Whether Next leads on from answers that do not pass: a developer's shortcut. */
  unchecked?: boolean;
}

/** For forms without buttons of their own. */
export async function withoutEdits<S extends AnswerStep>(
  values: StepValues[S],
): Promise<Edited<S>> {
  return { values, showsAgain: false };
}

/** What became of a form that was taken. */
export interface SavedStep<E> {
  ok: true;
  edited: E;
  /** The token of the answers as they are stored now. */
  version: string;
  savedAt: Date;
  /** Where the form leads; it stays where it is when undefined. */
  leadsTo?: "next" | "back" | undefined;
  /** Whether Next was pressed and may not lead on. */
  refused: boolean;
  /** What the page says at its fields: every rule that is broken after a refused Next. */
  errors: FieldErrors;
}

/** Nothing was saved: somebody else had changed the step. */
export interface SaveConflict<E> {
  ok: false;
  reason: "changed";
  edited: E;
  /** The token that the form came with, so that it can never win by itself. */
  version: string | undefined;
  conflict: StepConflict;
}

/** Nothing was saved: the form is of another draft, or this one was submitted meanwhile, or is full. */
interface NotSaved {
  ok: false;
  reason: "other-draft" | "submitted" | "too-large";
}

/** The form's values and whether it has any answers, which no form of ours is without. */
function readPosted<S extends AnswerStep>(
  rules: StepRules<S>,
  postedFields: [string, string][],
  start: StepValues[S],
  today: Date,
): { values: StepValues[S]; hasAnswers: boolean } {
  const fields = answerFields(postedFields);
  const answers = rules.answers(start);
  const hasAnswers = fields.some(([name]) => Object.hasOwn(answers, /^\w*/.exec(name)?.[0] ?? ""));
  // Taken for blanks, a form without answers would wipe what is saved.
  return { values: hasAnswers ? rules.read(fields, start, today) : start, hasAnswers };
}

/**
 * Whether a form was opened for another submission than the one this browser opens now. A page whose
 * draft was never stored, as of the first of two tabs opened at once, belongs to none: it goes on
 * in this one.
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

/** Before this time no page was opened whose cookie may still be here. */
const oldestPageTime = (now: Date) => addDays(now, -DRAFT_DAYS).getTime();

/**
 * Takes the form of a step: reads it, carries out its button, judges and saves it. The same for
 * every step, for its page and for what is saved while it is typed in. Answers are saved whether or
 * not they pass. Only Next makes a step completed, and only with answers that pass and without a
 * refused file (specification, wizard, section 4); whatever else is sent leaves a completed step
 * completed as long as its answers pass, and takes that away when they do not. Back always leads
 * back.
 */
export async function submitStep<S extends AnswerStep, E extends Edited<S>>(
  deps: StepDeps,
  draft: Draft,
  posted: PostedStep<S, E>,
): Promise<SavedStep<E> | SaveConflict<E> | NotSaved> {
  const { db, clock, artistDay, slotsOf, log, maxBytes, savedBy } = deps;
  const { step, fields, intent, edit, fileErrors = {}, unchecked = false } = posted;
  if (await isOfOtherDraft({ db, clock }, draft, fields)) return { ok: false, reason: "other-draft" };
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
  // Whether a step that passes is completed already is up to the statement that saves it.
  const completed = passes ? (isNext && areFilesAccepted) || undefined : false;
  const leadsOn = isNext && areFilesAccepted && (passes || unchecked);
  const leadsTo = leadsOn ? "next" : button === "back" ? "back" : undefined;
  const refused = isNext && !leadsTo;
  const errors = refused ? mergeFileErrors(answerErrors, fileErrors) : fileErrors;
  const outcome = { ok: true, edited: editResult, leads: leadsTo, refused, errors } as const;
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
