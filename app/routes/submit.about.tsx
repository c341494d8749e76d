import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { AboutFields } from "~/components/about-fields";
import { earlyNotice, pageTitle, stepTitle } from "~/components/page-title";
import { StepButtons, StepForm } from "~/components/step-form";
import { StepFrame } from "~/components/step-frame";
import { readAnswers } from "~/forms/read-form";
import { isClean } from "~/forms/reply";
import { intentOf, readPost } from "~/session/read-post.server";
import { requireDraft } from "~/session/require-draft.server";
import { aboutAnswersSchema, checkAboutStep } from "~/submission/about-step";
import { saveStep } from "~/submission/draft-store.server";
import { pathAfter, stepBefore } from "~/submission/steps";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "about");
  return { saved: draft.answers.about ?? {}, completed: draft.completed };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "about");
  const post = await readPost(request, context, draft);
  const values = readAnswers(post.fields, draft.answers.about);
  const answers = v.parse(aboutAnswersSchema, values);
  const errors = checkAboutStep(answers);
  const back = intentOf(post) === "back";
  const completed = isClean(errors) && (!back || draft.completed.includes("about"));
  const now = context.clock();
  await saveStep(context.db, draft.id, { step: "about", answers, completed, now });
  context.log("info", "step.saved", { draftId: draft.id, step: "about" });
  if (back) return redirect(stepBefore("about").path);
  if (completed) return redirect(pathAfter("about", draft.completed, request.url));
  return data({ values, errors, summary: [] }, { status: 400 });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(stepTitle("about"), matches);

export default function AboutStep() {
  const { saved, completed } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <StepFrame
      step="about"
      completed={completed}
      heading="About Your Music"
      notice={earlyNotice(params, "about")}
      lead="Everything here is optional. It helps us to hear your music as you mean it."
    >
      <StepForm
        saved={saved}
        reply={reply}
        check={(values) => {
          const errors = checkAboutStep(v.parse(aboutAnswersSchema, values));
          return isClean(errors) ? undefined : { errors, summary: [] };
        }}
      >
        <AboutFields />
        <StepButtons next="Continue to Review" back />
      </StepForm>
    </StepFrame>
  );
}
