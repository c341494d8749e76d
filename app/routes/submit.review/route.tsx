import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { honeypotsAreEmpty } from "~/bot/honeypots";
import { pageTitle, stepTitle } from "~/components/page-title";
import { StepFrame } from "~/components/step-frame";
import { intentOf, readPost } from "~/session/read-post.server";
import { requireDraft } from "~/session/require-draft.server";
import { isReady } from "~/submission/readiness";
import { stepBefore } from "~/submission/steps";
import { submitDraft } from "~/submission/submit.server";
import { fileView, storedFile, type Upload } from "~/uploads/upload";
import { uploadsOfDraft } from "~/uploads/upload-store.server";
import { ReleaseSummary } from "./release-summary";
import { SubmitForm } from "./submit-form";

function byState(uploads: Upload[]) {
  const open = uploads.filter((file) => file.state === "open");
  return {
    stored: uploads.filter((file) => file.state === "complete"),
    sending: new Map(open.map((file) => [file.slot, file.fileName])),
  };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "review");
  const uploads = await uploadsOfDraft(context.db, draft.id);
  const { stored, sending } = byState(uploads);
  return {
    answers: draft.answers,
    completed: draft.completed,
    files: uploads.map(fileView).filter((file) => file !== undefined),
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
  const intent = intentOf(post);
  if (intent === "back") return redirect(stepBefore("review").path);
  const uploads = await uploadsOfDraft(context.db, draft.id);
  const { stored, sending } = byState(uploads);
  const result = await submitDraft(
    { ...context, visitorPasses: () => intent === "confirm" || honeypotsAreEmpty(post.fields) },
    draft,
    { stored: stored.map(storedFile), sending },
  );
  if (!result.ok) {
    if (result.refused === "incomplete")
      return data({ obstacles: result.obstacles }, { status: 400 });
    return data({ obstacles: [], visitorText: result.text }, { status: 403 });
  }
  if (result.recordedNow)
    context.log("info", "submission.recorded", {
      draftId: draft.id,
      submissionId: result.submission.id,
    });
  return redirect("/submit/success");
}

export const meta: MetaFunction = ({ matches }) => pageTitle(stepTitle("review"), matches);

export default function ReviewStep() {
  const { answers, completed, files, ready } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <StepFrame
      step="review"
      completed={completed}
      lead="Read it through once. You can change anything before you submit."
    >
      <SubmitForm ready={ready} refusal={reply}>
        <ReleaseSummary answers={answers} files={files} />
      </SubmitForm>
    </StepFrame>
  );
}
