import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import type { Draft } from "~/domain/submission/draft/draft";
import { submitStep, withoutEdits } from "~/domain/submission/draft/submit-step.server";
import { type AnswerStep, canOpen } from "~/domain/submission/steps/steps";
import { readPost } from "~/features/wizard/frame/read-post.server";
import { DRAFT_TOO_LARGE, stepDeps } from "~/features/wizard/frame/step-page.server";
import type { AppContext } from "~/session/app-context";
import { devToolsOf } from "~/session/dev-tools";
import { refusal } from "~/session/refusal";
import { readDraftToWrite, refuseDraft, requireFound } from "~/session/require-draft.server";
import { withDraftVersion } from "./draft-news";
import { refuse, reply } from "./replies";

const CHANGED_ELSEWHERE = "This draft was changed in another tab or on another device.";

const stepSchema = v.picklist(["artist", "music", "about"]);

async function readFields(request: IRequestStrict, context: AppContext, draft: Draft) {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  // Files have their own calls.
  if (!type.startsWith("application/x-www-form-urlencoded"))
    throw refusal(415, "This call takes the fields of a form.");
  return (await readPost(request, context, draft)).fields;
}

async function saveFields<S extends AnswerStep>(
  context: AppContext,
  draft: Draft,
  stepFields: { step: S; fields: [string, string][] },
) {
  const post = { ...stepFields, edit: withoutEdits<S>, intent: "autosave" };
  return submitStep(await stepDeps(context), draft, post);
}

/**
 * PUT /api/drafts/current/{step}: autosaves a step. The body is the step's form, with the version it
 * displays in `version`. A step is never completed by this call; a completed one stays so while its
 * rules allow.
 */
export async function saveDraftStep(request: IRequestStrict, context: AppContext) {
  const stepResult = v.safeParse(stepSchema, request.params.step);
  if (!stepResult.success) return refuse(404, "There is no such step.");
  const step = stepResult.output;
  const draft = await requireFound(request, context, await readDraftToWrite(request, context));
  if (draft.submitted) throw refuseDraft(context, draft, "submitted");
  // A later step that was saved before may be edited in its tab while an earlier one is being corrected.
  const isReachable = draft.answers[step] !== undefined || canOpen(step, draft.completed);
  if (!isReachable && !devToolsOf(context.settings, request).skipsValidation)
    throw refuseDraft(context, draft, "too early");
  const fields = await readFields(request, context, draft);
  const result = await saveFields(context, draft, { step, fields });
  if (result.ok) {
    const { version, savedAt } = result;
    const body = { success: true, version, savedAt: savedAt.toISOString() };
    return withDraftVersion(context, draft.id, reply(200, body));
  }
  if (result.reason === "too-large") return refuse(413, DRAFT_TOO_LARGE);
  if (result.reason !== "changed") throw refuseDraft(context, draft, result.reason);
  return refuse(409, CHANGED_ELSEWHERE, { conflict: true, ...result.conflict });
}
