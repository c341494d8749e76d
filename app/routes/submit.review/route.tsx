import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { formStartOf } from "~/bot/form-sessions.server";
import { startToken } from "~/bot/start-token.server";
import { pageTitle } from "~/components/page-title";
import { intentOf, readPost } from "~/pages/wizard/read-post.server";
import { receiptOf } from "~/pages/wizard/receipt.server";
import { REMOVE_TRACK, removeTrack } from "~/pages/wizard/remove-track.server";
import { stepPage } from "~/pages/wizard/step-page.server";
import { convertToOpenDraft, submitAttempt } from "~/pages/wizard/submit-attempt.server";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { keepDraftOpen } from "~/session/draft-cookie.server";
import type { Portal } from "~/session/portal";
import { formErrorReply, refusal } from "~/session/refusal";
import { loadedFiles, OTHER_DRAFT, requireDraft } from "~/session/require-draft.server";
import { newsReplySchema, readShownReply, redirectToReply } from "~/session/shown-reply.server";
import type { Draft } from "~/submission/draft/draft";
import { isOfOtherDraft } from "~/submission/draft/submit-step.server";
import { resolveDates } from "~/submission/music/release-days";
import { gapsOf } from "~/submission/record/gaps.server";
import { isReady, type PendingUpload } from "~/submission/record/readiness.server";
import { SUBMIT_FAILED } from "~/submission/run/submission-run";
import { stepBefore, stepOf } from "~/submission/steps/steps";
import { cancelReplacement } from "~/uploads/receiving/remove-upload.server";
import { KEEP_FILE } from "~/uploads/slots";
import type { FileView } from "~/uploads/upload";
import { ALREADY_SUBMITTED, keptFileText } from "~/uploads/upload-texts";
import { StepFrame } from "~/views/wizard/frame/step-frame";
import { stepTitle } from "~/views/wizard/frame/step-title";
import { FormUnavailable } from "~/views/wizard/offline/form-unavailable";
import { REVIEW_EDITS_FORM_ID } from "~/views/wizard/review/missing-list";
import { ReleaseSummary } from "~/views/wizard/review/release-summary";
import { type Refusal, SUBMIT_WITHOUT_INVITATION } from "~/views/wizard/review/submit-errors";
import { SubmitForm } from "~/views/wizard/review/submit-form";
import { useToday } from "~/views/wizard/use-today";

function groupByState(files: FileView[]) {
  const pending = files.flatMap(
    ({ slot, state, fileName, coming: pending }): [string, PendingUpload][] => {
      if (state === "open") return [[slot, { fileName }]];
      return pending ? [[slot, { fileName: pending.fileName, storedFileName: fileName }]] : [];
    },
  );
  return {
    stored: files.filter((file) => file.state === "complete"),
    sending: new Map(pending),
  };
}

/** A refusal, or the notice of another button. */
type ReviewReply = Refusal & { news?: string };

const TOO_OFTEN =
  "You've pressed 'Submit Music' a lot just now. Nothing is lost; try again in a minute.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "review");
  const files = await loadedFiles(context, draft);
  const { stored, sending } = groupByState(files);
  const startedAt = await formStartOf(context.db, draft.id);
  const today = context.scope.artistDay(context.clock());
  const { SIGNING_SECRET: secret } = context.settings;
  const state = {
    answers: draft.answers,
    stored: new Set(stored.map((file) => file.slot)),
    sending,
  };
  const missing = gapsOf(state, today);
  return {
    page: await stepPage(draft, "music"),
    formStart: startedAt && (await startToken(secret, draft.id, startedAt)),
    answers: draft.answers,
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
  if (await isOfOtherDraft(context, draft, post.fields)) throw refusal(409, OTHER_DRAFT);
  if (intentOf(post).startsWith(KEEP_FILE)) {
    const news = await keepFile(context, draft, intentOf(post));
    return redirectToReply(request, context, { news });
  }
  if (intentOf(post).startsWith(REMOVE_TRACK)) {
    const { news, status } = await removeTrack(request, context, draft, post);
    if (status === 200) return redirectToReply(request, context, { news });
    return formErrorReply<ReviewReply>(context, { obstacles: [], news }, { status });
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
      { obstacles: [], failureText: TOO_OFTEN },
      { status: 429 },
    );
  }
  const logAndIgnore = (error: unknown) => {
    context.scope.logFailure(error);
    return undefined;
  };
  const result = await submitAttempt(context, draft, post, { run: false }).catch(logAndIgnore);
  // The error may have come after the submission was recorded.
  const isRecorded =
    result?.ok || (!result && (await receiptOf(context, draft.id).catch(logAndIgnore)));
  if (isRecorded)
    return redirect("/submit/success", {
      headers: await keepDraftOpen(request, context, draft.id),
    });
  switch (result?.refused) {
    case "incomplete":
      return formErrorReply<ReviewReply>(context, { obstacles: result.obstacles }, { status: 400 });
    case "visitor":
      return formErrorReply<ReviewReply>(
        context,
        { obstacles: [], visitorText: result.text, pressAgain: result.pressAgain },
        { status: 403 },
      );
    case "invitation": {
      const spentInvitation = { text: result.text, mayGoOn: result.mayGoOn === true };
      return formErrorReply<ReviewReply>(
        context,
        { obstacles: [], spent: spentInvitation },
        { status: 409 },
      );
    }
    case "record":
      return formErrorReply<ReviewReply>(
        context,
        { obstacles: [], failureText: result.text },
        { status: 503 },
      );
    default:
      return formErrorReply<ReviewReply>(
        context,
        { obstacles: [], failureText: SUBMIT_FAILED },
        { status: 500 },
      );
  }
}

/**
 * Cancels the replacement of a stored file.
 * @returns the notice. @throws Response 409 if the draft was submitted meanwhile.
 */
async function keepFile(context: Portal, draft: Draft, intent: string): Promise<string> {
  const slot = intent.slice(KEEP_FILE.length);
  if (!(await cancelReplacement(context.uploads, draft.id, slot)))
    throw refusal(409, ALREADY_SUBMITTED);
  const files = await loadedFiles(context, draft);
  return keptFileText(files.find((file) => file.slot === slot)?.fileName);
}

export const meta: MetaFunction = (page) => pageTitle(stepTitle("review"), page);

export default function ReviewStep() {
  const {
    page,
    formStart,
    answers,
    completed,
    files,
    gaps: missing,
    ready,
    today,
    shown,
  } = useLoaderData<typeof loader>();
  const day = useToday(today);
  const music = answers.music && resolveDates(answers.music, new Date(day));
  const reply = useActionData<ReviewReply>();
  const news = reply ? reply.news : shown?.news;
  return (
    <StepFrame
      step="review"
      completed={completed}
      lead={
        page.draftId === ""
          ? "This step needs a connection."
          : "Read it through once. You can change anything before you submit."
      }
    >
      {page.draftId === "" ? (
        <FormUnavailable reason="review" />
      ) : (
        <SubmitForm
          draftId={page.draftId}
          formStart={formStart}
          music={music}
          files={files}
          ready={ready}
          missing={missing}
          notice={news}
          refusal={reply?.news === undefined ? reply : undefined}
        >
          <ReleaseSummary answers={{ ...answers, music }} files={files} missing={missing} />
        </SubmitForm>
      )}
      {/* For buttons in the list of missing answers. */}
      <Form method="post" id={REVIEW_EDITS_FORM_ID} preventScrollReset>
        <input type="hidden" name="draft" value={page.draftId} />
        <input type="hidden" name="version" value={page.version} />
      </Form>
    </StepFrame>
  );
}
