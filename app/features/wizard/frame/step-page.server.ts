import type { Draft } from "~/domain/submission/draft/draft";
import { stepVersion } from "~/domain/submission/draft/step-version.server";
import {
  type Edited,
  type PostedStep,
  type SaveConflict,
  type SavedStep,
  type StepDeps,
  submitStep,
} from "~/domain/submission/draft/submit-step.server";
import type { AnswerStep } from "~/domain/submission/steps/steps";
import { uploadsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import type { AppContext } from "~/session/app-context";
import { devToolsOf } from "~/session/dev-tools";
import { refusal, throwIfLimited } from "~/session/refusal";
import { refuseDraft } from "~/session/require-draft.server";
import { intentOf, type Post } from "./read-post.server";

export const DRAFT_TOO_LARGE =
  "That's too much text for one submission. Shorten what you typed, then send it again.";
const TOO_MANY_SAVES =
  "You have saved this too many times in the last minute. Wait a minute, then go back and send it again.";

/** What a step's page needs to autosave: the draft, the step and the version displayed. */
export async function stepPage<S extends AnswerStep>(draft: Draft, step: S) {
  return { draftId: draft.id, step, version: await stepVersion(draft.answers[step]) };
}

export async function stepDeps(context: AppContext): Promise<StepDeps> {
  const { db, clock, log, settings, scope } = context;
  const filledSlots = async (draftId: string) =>
    new Set((await uploadsOfDraft(db, draftId)).map(({ slot }) => slot));
  const maxBytes = settings.LIMIT_DRAFT_KB * 1024;
  const savedBy = (await scope.artist("write"))?.id;
  return { db, clock, artistDay: scope.artistDay, log, slotsOf: filledSlots, maxBytes, savedBy };
}

/**
 * Submits the posted form of a step.
 * @returns the saved step or the conflict with another tab or device, and the status of the reply.
 * @throws Response a refusal: 409 for a form of another draft or after the submit, 413 if the draft
 * would be too large, 429.
 */
export async function submitPage<S extends AnswerStep, E extends Edited<S>>(
  request: Request,
  context: AppContext,
  draft: Draft,
  { fields, fileErrors, fileStatus }: Post,
  { step, edit }: Pick<PostedStep<S, E>, "step" | "edit">,
): Promise<(SavedStep<E> | SaveConflict<E>) & { status: number }> {
  throwIfLimited(context, await context.scope.limitCall("saves"), TOO_MANY_SAVES);
  const result = await submitStep(await stepDeps(context), draft, {
    step,
    fields,
    fileErrors,
    edit,
    intent: intentOf({ fields }),
    unchecked: devToolsOf(context.settings, request).skipsValidation,
  });
  if (result.ok) {
    const isFileRefused = Object.keys(fileErrors).length > 0;
    const status = isFileRefused ? fileStatus : result.refused ? 400 : 200;
    return { ...result, status };
  }
  if (result.reason === "changed") return { ...result, status: 409 };
  if (result.reason === "too-large") throw refusal(413, DRAFT_TOO_LARGE);
  throw refuseDraft(context, draft, result.reason);
}
