import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formStartOf } from "~/bot/form-sessions.server";
import { startToken } from "~/bot/start-token.server";
import { pageTitle, stepTitle } from "~/components/page-title";
import { StepFrame } from "~/components/step-frame";
import { intentOf, readPost } from "~/session/read-post.server";
import { requireDraft } from "~/session/require-draft.server";
import { submitAttempt } from "~/session/submit-attempt.server";
import { isReady } from "~/submission/readiness.server";
import { stepBefore } from "~/submission/steps";
import { SUBMIT_FAILED } from "~/submission/submission-run";
import { filesOfDraft } from "~/uploads/receiving/file-views.server";
import type { FileView } from "~/uploads/upload";
import { ReleaseSummary } from "./release-summary";
import { SubmitForm } from "./submit-form";

function byState(files: FileView[]) {
  const open = files.filter((file) => file.state === "open");
  return {
    stored: files.filter((file) => file.state === "complete"),
    sending: new Map(open.map((file) => [file.slot, file.fileName])),
  };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "review");
  const files = await filesOfDraft(context.db, draft.id);
  const { stored, sending } = byState(files);
  const startedAt = await formStartOf(context.db, draft.id);
  const { SIGNING_SECRET: secret } = context.settings;
  return {
    draftId: draft.id,
    formStart: startedAt && (await startToken(secret, draft.id, startedAt)),
    answers: draft.answers,
    completed: draft.completed,
    files,
    ready: isReady({
      answers: draft.answers,
      stored: new Set(stored.map((file) => file.slot)),
      sending,
    }),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "review");
  const post = await readPost(request, context, draft);
  if (intentOf(post) === "back") return redirect(stepBefore("review").path);
  const result = await submitAttempt(context, draft, post).catch((error: unknown) => {
    context.logFailure(error);
    return undefined;
  });
  if (result?.ok) return redirect("/submit/success");
  switch (result?.refused) {
    case "incomplete":
      return data({ obstacles: result.obstacles }, { status: 400 });
    case "visitor":
      return data({ obstacles: [], visitorText: result.text }, { status: 403 });
    case "record":
      return data({ obstacles: [], failureText: result.text }, { status: 503 });
    default:
      return data({ obstacles: [], failureText: SUBMIT_FAILED }, { status: 500 });
  }
}

export const meta: MetaFunction = ({ matches }) => pageTitle(stepTitle("review"), matches);

export default function ReviewStep() {
  const { draftId, formStart, answers, completed, files, ready } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <StepFrame
      step="review"
      completed={completed}
      lead="Read it through once. You can change anything before you submit."
    >
      <SubmitForm
        draftId={draftId}
        formStart={formStart}
        music={answers.music}
        files={files}
        ready={ready}
        refusal={reply}
      >
        <ReleaseSummary answers={answers} files={files} />
      </SubmitForm>
    </StepFrame>
  );
}
