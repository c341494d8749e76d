import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Answers, Draft } from "~/submission/draft";
import { type StepSaved, saveStep } from "~/submission/draft-store.server";
import { baseOf, draftOfPost } from "~/submission/post-version";
import { stepToken } from "~/submission/step-token.server";
import type { AnswerStep } from "~/submission/steps";
import type { Post } from "./read-post.server";
import { refusal } from "./refusal";

/** Why a form that was opened for another draft changes nothing. */
export const OTHER_DRAFT =
  "Another submission was opened in this browser since. Reload this page to see it.";

/** What a step's page must know to save itself: whose answers it shows, and which state of them. */
export async function stepPage<S extends AnswerStep>(draft: Draft, step: S) {
  return { draftId: draft.id, step, version: await stepToken(draft.answers[step]) };
}

/**
 * Saves a posted step, unless its page was overtaken by another tab or device.
 * @throws Response a refusal (409) for a form that belongs to another draft.
 */
export async function savePost<S extends AnswerStep>(
  context: AppLoadContext,
  draft: Draft,
  { fields }: Pick<Post, "fields">,
  save: { step: S; answers: NonNullable<Answers[S]>; completed: boolean },
): Promise<StepSaved> {
  if ((draftOfPost(fields) ?? draft.id) !== draft.id) throw refusal(409, OTHER_DRAFT);
  const base = baseOf(fields);
  const saved = await saveStep(context.db, draft.id, {
    ...save,
    now: context.clock(),
    base,
    seen: draft,
  });
  if (saved.ok) context.log("info", "step.saved", { draftId: draft.id, step: save.step });
  return saved;
}
