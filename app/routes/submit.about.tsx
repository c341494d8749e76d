import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { pageTitle } from "~/components/page-title";
import { hasNoErrors } from "~/forms/form-reply";
import { readPost } from "~/pages/wizard/read-post.server";
import { stepPage, submitPage } from "~/pages/wizard/step-page.server";
import { formErrorReply } from "~/session/refusal";
import { requireDraft } from "~/session/require-draft.server";
import { withoutEdits } from "~/submission/draft/submit-step.server";
import { aboutAnswersSchema, checkAboutStep } from "~/submission/steps/about-step";
import { pathAfter, stepBefore } from "~/submission/steps/steps";
import { AboutFields } from "~/views/wizard/about-fields";
import { OfflineStep } from "~/views/wizard/frame/offline-step";
import { StepButtons } from "~/views/wizard/frame/step-buttons";
import { StepForm, type StepReply } from "~/views/wizard/frame/step-form";
import { stepTitle } from "~/views/wizard/frame/step-title";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "about");
  return {
    page: await stepPage(draft, "about"),
    saved: draft.answers.about ?? {},
    completed: draft.completed,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "about");
  const post = await readPost(request, context, draft);
  const result = await submitPage(request, context, draft, post, {
    step: "about",
    edit: withoutEdits,
  });
  const { values } = result.edited;
  if (!result.ok) {
    const { version, conflict } = result;
    const reply: StepReply = { values, errors: {}, summary: [], version, conflict };
    return formErrorReply(context, reply, { status: result.status });
  }
  if (result.leadsTo === "back") return redirect(stepBefore("about").path);
  if (result.leadsTo) return redirect(pathAfter("about", draft.completed, request.url));
  const { errors, version } = result;
  const reply: StepReply = { values, errors, summary: [], version };
  return formErrorReply(context, reply, { status: result.status });
}

export const meta: MetaFunction = (page) => pageTitle(stepTitle("about"), page);

export default function AboutStep() {
  const stepData = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <OfflineStep
      serverData={stepData}
      heading="About Your Music"
      lead="Everything here is optional. It helps us understand your music."
    >
      {({ page, copy, returns }) => (
        <StepForm
          page={page}
          saved={copy ? v.parse(aboutAnswersSchema, copy.saved ?? {}) : stepData.saved}
          reply={reply}
          check={(postedAnswers, current) => {
            const errors = checkAboutStep(v.parse(aboutAnswersSchema, postedAnswers ?? current));
            return hasNoErrors(errors) ? undefined : { errors, summary: [] };
          }}
        >
          <AboutFields />
          <StepButtons step="about" next="Continue to Review" back returns={returns} />
        </StepForm>
      )}
    </OfflineStep>
  );
}
