import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { correctEmail } from "~/domain/mail/correct-email.server";
import { artistEntries, checkEmail } from "~/domain/submission/steps/artist-step";
import { type FieldError, invalidError } from "~/forms/form-reply";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { readDraft } from "~/session/require-draft.server";
import { currentDraftSql } from "~/session/unlocked-draft.server";
import { receiptOf } from "./receipt.server";

const SUCCESS_PATH = "/submit/success";
const CLOSED =
  "You can't change this address here any more. Write to us, and we'll change it for you.";

const postSchema = v.object({ reference: v.string(), email: artistEntries.email });
type CorrectionPost = v.InferOutput<typeof postSchema>;

/** Whether the submission of this browser has the address now; a repeated post changes nothing. */
async function correct(
  request: Request,
  context: AppContext,
  { reference, email }: CorrectionPost,
) {
  const { db, ids, scope, board, clock, log, sendJobs } = context;
  const isUnlocked = await currentDraftSql(request, context);
  if (!isUnlocked) return false;
  const hasBoard = board !== undefined;
  const { requestId } = scope;
  const change = { reference, email, isUnlocked, requestId, hasBoard, now: clock() };
  const corrected = await correctEmail({ db, ids }, change);
  if (corrected) {
    const { submissionId, jobIds } = corrected;
    log("info", "submission.corrected", { submissionId });
    await sendJobs(jobIds, { submissionId });
    return true;
  }
  const draft = await readDraft(request, context);
  const receipt = typeof draft === "object" ? await receiptOf(context, draft.id) : undefined;
  return receipt?.reference === reference && receipt.email === email;
}

/** Corrects the address of the submission whose draft this browser has. */
export async function correctEmailPost({ request, context }: ActionFunctionArgs) {
  const { fields } = await readSmallForm(request);
  if (fields.get("intent") !== "correct-email") throw refusal(400, NO_BUTTON);
  const post = v.parse(postSchema, {
    reference: fields.get("reference") ?? "",
    email: fields.get("email"),
  });
  const refuse = (status: number, error: FieldError) =>
    formErrorReply(
      context,
      { values: { email: post.email }, errors: { email: error } },
      { status },
    );
  const error = checkEmail(post.email);
  if (error) return refuse(400, error);
  if (await correct(request, context, post)) return redirect(SUCCESS_PATH, 303);
  return refuse(409, invalidError(CLOSED));
}
