import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import { readBody } from "~/session/read-body";
import { readDraft } from "~/session/require-draft.server";
import { checkAttempt, submitAttempt } from "~/session/submit-attempt.server";
import type { Draft } from "~/submission/draft";
import type { SubmitResult } from "~/submission/submit.server";
import { refuse, reply } from "./replies";

const MAX_BYTES = 64 * 1024;
const NO_DRAFT = "Your draft was not found. Reload the page; what you saved is kept.";
const statuses = { incomplete: 400, visitor: 403, record: 503 } as const;

/** The visitor's draft and the Review form as posted, or the reply that refuses the call. */
async function readReview(request: IRequestStrict, portal: Portal) {
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.toLowerCase().startsWith("application/x-www-form-urlencoded"))
    return refuse(415, "This call takes the form of the Review step.");
  const body = await readBody(request, MAX_BYTES);
  if (body === undefined) return refuse(413, "This call takes at most 64 KB.");
  const draft = await readDraft(request, portal);
  if (typeof draft === "string") return refuse(403, NO_DRAFT);
  return { draft, post: { fields: [...new URLSearchParams(body)] } };
}

type Answer = { ok: true } | Extract<SubmitResult, { ok: false }>;

function answer(result: Answer): Response {
  if (result.ok) return reply(200, { success: true });
  const { refused } = result;
  if (result.refused === "incomplete") {
    const { obstacles } = result;
    return refuse(statuses[refused], "Required Information Missing", { refused, obstacles });
  }
  return refuse(statuses[refused], result.text, { refused });
}

async function onReview(
  request: IRequestStrict,
  portal: Portal,
  act: (draft: Draft, post: { fields: [string, string][] }) => Promise<Answer>,
): Promise<Response> {
  const review = await readReview(request, portal);
  if (review instanceof Response) return review;
  return answer(await act(review.draft, review.post));
}

/** POST /api/submission/check: the first stage of a submission run; nothing is recorded yet. */
export function checkSubmission(request: IRequestStrict, portal: Portal): Promise<Response> {
  return onReview(request, portal, async (draft, post) =>
    draft.submitted ? { ok: true } : checkAttempt(portal, draft, post),
  );
}

/** POST /api/submission/record: records the draft; once more, it answers as it did. */
export function recordSubmission(request: IRequestStrict, portal: Portal): Promise<Response> {
  return onReview(request, portal, (draft, post) => submitAttempt(portal, draft, post));
}
