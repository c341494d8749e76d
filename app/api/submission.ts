import type { IRequestStrict } from "itty-router";
import type { Draft } from "~/domain/submission/draft/draft";
import { isOfOtherDraft } from "~/domain/submission/draft/submit-step.server";
import { findSubmissionOfDraft } from "~/domain/submission/record/submission-store.server";
import type { SubmitResult } from "~/domain/submission/record/submit.server";
import {
  type ConfirmToken,
  checkAttempt,
  REFUSAL_STATUSES,
  submitAttempt,
} from "~/features/wizard/review/submit-attempt.server";
import { receiptOf } from "~/features/wizard/success/receipt.server";
import type { AppContext } from "~/session/app-context";
import { extendDraftCookie } from "~/session/draft-cookie.server";
import { readDraft, refuseDraft, requireFound } from "~/session/require-draft.server";
import { readText, refuse, reply } from "./replies";

const MAX_BYTES = 64 * 1024;

async function readReview(request: IRequestStrict, context: AppContext) {
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.toLowerCase().startsWith("application/x-www-form-urlencoded"))
    return refuse(415, "This call takes the form of the Review step.");
  const draft = await requireFound(request, context, await readDraft(request, context), 403);
  const body = await readText(request, MAX_BYTES);
  if (body instanceof Response) return body;
  const fields = [...new URLSearchParams(body)];
  if (await isOfOtherDraft(context, draft, fields))
    throw refuseDraft(context, draft, "other-draft");
  return { draft, post: { fields } };
}

type SubmissionOutcome = ({ ok: true } | Extract<SubmitResult, { ok: false }>) & ConfirmToken;

function toReply(result: SubmissionOutcome): Response {
  if (result.ok) return reply(200, { success: true });
  const { refused } = result;
  if (result.refused === "incomplete") {
    const { obstacles } = result;
    return refuse(REFUSAL_STATUSES[refused], "Required Information Missing", {
      refused,
      obstacles,
    });
  }
  if (result.refused === "outdated") {
    const { changes } = result;
    return refuse(REFUSAL_STATUSES[refused], result.text, { refused, changes });
  }
  const { pressAgain, mayGoOn } = result;
  const extra = { ...(pressAgain && { pressAgain }), ...(mayGoOn && { mayGoOn }) };
  return refuse(REFUSAL_STATUSES[refused], result.text, { refused, ...extra });
}

async function withReview(
  request: IRequestStrict,
  context: AppContext,
  handleReview: (draft: Draft, post: { fields: [string, string][] }) => Promise<Response>,
): Promise<Response> {
  const review = await readReview(request, context);
  return review instanceof Response ? review : handleReview(review.draft, review.post);
}

/** POST /api/submission/check: the first stage of a submission; records nothing. */
export function checkSubmission(request: IRequestStrict, context: AppContext): Promise<Response> {
  return withReview(request, context, async (draft, post) =>
    toReply(draft.submitted ? { ok: true } : await checkAttempt(context, draft, post)),
  );
}

/** The receipt of a recorded draft. The cookie is renewed for 14 days, as long as the draft is kept. */
async function recordedReply(request: IRequestStrict, context: AppContext, draftId: string) {
  const submission = await receiptOf(context, draftId);
  const response = reply(200, { success: true, recorded: submission !== undefined, submission });
  if (submission)
    for (const [name, value] of await extendDraftCookie(request, context, draftId))
      response.headers.set(name, value);
  return response;
}

/** POST /api/submission/record: records the draft; a repeated call gets the same answer. */
export function recordSubmission(request: IRequestStrict, context: AppContext): Promise<Response> {
  return withReview(request, context, async (draft, post) => {
    const result = await submitAttempt(context, draft, post, { run: true });
    if (!result.ok) return toReply(result);
    // Recorded: later failures must not report otherwise.
    return recordedReply(request, context, draft.id).catch((error: unknown) => {
      context.scope.logFailure(error);
      return reply(200, { success: true, recorded: true });
    });
  });
}

/**
 * GET /api/submission: the receipt of this visitor's draft, after a record call without an answer. For
 * another draft than the browser's, only whether it is recorded.
 */
export async function showSubmission(request: IRequestStrict, context: AppContext) {
  const draft = await requireFound(request, context, await readDraft(request, context), 404);
  const requestedId = new URL(request.url).searchParams.get("draft") ?? draft.id;
  if (requestedId === draft.id) return recordedReply(request, context, draft.id);
  const recorded = (await findSubmissionOfDraft(context.db, requestedId)) !== undefined;
  return reply(200, { success: true, recorded });
}
