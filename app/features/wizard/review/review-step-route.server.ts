import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { formStartOf } from "~/domain/bot/form-sessions.server";
import { startToken } from "~/domain/bot/start-token.server";
import { stepVersions } from "~/domain/submission/draft/step-version.server";
import { isOfOtherDraft } from "~/domain/submission/draft/submit-step.server";
import { FIX_TITLE } from "~/domain/submission/music/advice-intents";
import { namesIn } from "~/domain/submission/music/music-edit";
import { findGaps } from "~/domain/submission/record/gaps.server";
import { isReady, type PendingUpload } from "~/domain/submission/record/readiness.server";
import { UNCHANGED_FIELD } from "~/domain/submission/run/obstacle";
import { SUBMIT_FAILED } from "~/domain/submission/run/submission-run";
import { likelyEmail } from "~/domain/submission/steps/email-typo.server";
import { stepBefore, stepOf } from "~/domain/submission/steps/steps";
import { filesOfDraft } from "~/domain/uploads/receiving/file-views.server";
import { slotsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import { trackSeconds } from "~/domain/uploads/track-seconds";
import { type FileView, storedFile } from "~/domain/uploads/upload";
import { remainingFileText } from "~/domain/uploads/upload-texts";
import { type FormReply, NO_FIELDS } from "~/forms/form-reply";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { extendDraftCookie } from "~/session/draft-cookie.server";
import { formErrorReply } from "~/session/refusal";
import { loadedFiles, refuseDraft, requireDraft } from "~/session/require-draft.server";
import { newsReplySchema, readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { draftAdvice } from "../advice/draft-advice.server";
import { changePostedSlot } from "../frame/change-posted-slot.server";
import { intentOf, readPost } from "../frame/read-post.server";
import { stepPage } from "../frame/step-page.server";
import { REMOVE_TRACK, removeTrack } from "../music/remove-track.server";
import { receiptOf } from "../success/receipt.server";
import { fixAdvised } from "./fix-advised.server";
import { changesSinceSent } from "./sent-changes.server";
import { convertToOpenDraft, REFUSAL_STATUSES, submitAttempt } from "./submit-attempt.server";
import { type Refusal, SUBMIT_WITHOUT_INVITATION, toRefusal } from "./submit-errors";

function groupByState(files: FileView[]) {
  const pending = files.flatMap(
    ({ slot, state, uploadId, fileName, coming: pending }): [string, PendingUpload][] => {
      if (state === "open") return [[slot, { fileName }]];
      const stored = { uploadId, fileName };
      return pending ? [[slot, { fileName: pending.fileName, stored }]] : [];
    },
  );
  return {
    stored: files.filter((file) => file.state === "complete"),
    sending: new Map(pending),
  };
}

/** A refusal, or the notice of another button. */
export type ReviewReply = FormReply & Refusal & { news?: string };

const TOO_OFTEN =
  "You have pressed 'Submit Music' too many times in a minute. Nothing is lost. Wait a minute, then try again.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "review");
  const { files, slotVersions } = await loadedFiles(context, draft);
  const { stored, sending } = groupByState(files);
  const startedAt = await formStartOf(context.db, draft.id);
  const today = context.scope.artistDay(context.clock());
  const { SIGNING_SECRET: secret } = context.settings;
  const state = {
    answers: draft.answers,
    stored: new Set(stored.map((file) => file.slot)),
    sending,
    trackSeconds: trackSeconds(stored.filter(({ slot }) => !sending.has(slot))),
  };
  const missing = findGaps(state, today);
  const sentAgain = draft.resendOf !== undefined;
  const slots = sentAgain ? await slotsOfDraft(context.db, draft.id) : [];
  const storedFiles = slots.flatMap((slot) => (slot.stored ? storedFile(slot.stored) : []));
  return {
    changes: await changesSinceSent(context, draft, storedFiles),
    page: await stepPage(draft, "music"),
    versions: { steps: await stepVersions(draft.answers), slots: slotVersions },
    formStart: startedAt && (await startToken(secret, draft.id, startedAt)),
    answers: draft.answers,
    advice: draftAdvice(draft.answers.music, namesIn(draft.answers).artistName, files),
    likelyEmail: likelyEmail(draft.answers.artist?.email ?? ""),
    completed: draft.completed,
    files,
    gaps: missing,
    ready: missing.length === 0 && isReady(state, today),
    today: today.toISOString(),
    shown: await readShownReply(request, context, newsReplySchema),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "review");
  const post = await readPost(request, context, draft);
  if (intentOf(post) === "back") return redirect(stepBefore("review").path);
  if (await isOfOtherDraft(context, draft, post.fields))
    throw refuseDraft(context, draft, "other-draft");
  const slotChange = await changePostedSlot(context, draft, post);
  if (slotChange) {
    const { files } = await filesOfDraft(context.db, draft.id);
    const stored = files.find(({ slot }) => slot === slotChange.slot);
    const news = slotChange.text ?? remainingFileText(stored?.fileName);
    return redirectToReply(request, context, { news });
  }
  const editOnReview = intentOf(post).startsWith(REMOVE_TRACK)
    ? removeTrack
    : intentOf(post).startsWith(`${FIX_TITLE}:`)
      ? fixAdvised
      : undefined;
  if (editOnReview) {
    const { news, status } = await editOnReview(request, context, draft, post);
    if (status === 200) return redirectToReply(request, context, { news });
    return formErrorReply<ReviewReply>(context, { ...NO_FIELDS, obstacles: [], news }, { status });
  }
  if (intentOf(post) === SUBMIT_WITHOUT_INVITATION) {
    await convertToOpenDraft(context, draft);
    return redirect(stepOf("review").path);
  }
  const wait = await context.scope.limitCall("records");
  if (wait !== undefined) {
    setRetryAfter(context.scope.replyHeaders, wait);
    return formErrorReply<ReviewReply>(
      context,
      { ...NO_FIELDS, obstacles: [], failureText: TOO_OFTEN },
      { status: 429 },
    );
  }
  const logAndIgnore = (error: unknown) => {
    context.scope.logFailure(error);
    return undefined;
  };
  const result = await submitAttempt(context, draft, post, { run: false }).catch(logAndIgnore);
  // The error may have come after the submission was recorded.
  if (result?.ok || (!result && (await receiptOf(context, draft.id).catch(logAndIgnore))))
    return redirect("/submit/success", {
      headers: await extendDraftCookie(request, context, draft.id),
    });
  const isTold = post.fields.some(([name]) => name === UNCHANGED_FIELD);
  const unchanged = isTold && { unchanged: { isAsked: false } };
  if (!result) {
    const failure = { ...NO_FIELDS, obstacles: [], failureText: SUBMIT_FAILED, ...unchanged };
    return formErrorReply<ReviewReply>(context, failure, { status: 500 });
  }
  const { refused } = result;
  const refusalReply = toRefusal(
    { obstacles: [], ...result },
    "text" in result ? result.text : SUBMIT_FAILED,
  );
  const status = REFUSAL_STATUSES[refused];
  return formErrorReply<ReviewReply>(
    context,
    { ...NO_FIELDS, ...refusalReply, ...unchanged },
    { status },
  );
}
