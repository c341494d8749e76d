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
import { StepButtons } from "~/components/step-buttons";
import { StepForm, type StepReply } from "~/components/step-form";
import { StepFrame } from "~/components/step-frame";
import { readAnswers } from "~/forms/read-form";
import { isClean } from "~/forms/reply";
import { devToolsOf } from "~/session/dev-tools";
import { intentOf, readPost } from "~/session/read-post.server";
import { requireDraft } from "~/session/require-draft.server";
import { savePost, stepPage } from "~/session/step-page.server";
import { aboutAnswersSchema, checkAboutStep } from "~/submission/about-step";
import { pathAfter, stepBefore } from "~/submission/steps";

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
  const values = readAnswers(post.fields, draft.answers.about);
  const answers = v.parse(aboutAnswersSchema, values);
  const errors = checkAboutStep(answers);
  const back = intentOf(post) === "back";
  const completed = isClean(errors) && (!back || draft.completed.includes("about"));
  const reply: StepReply = { values, errors, summary: [] };
  const saved = await savePost(context, draft, post, { step: "about", answers, completed });
  if (!saved.ok) return data({ ...reply, errors: {}, ...saved }, { status: 409 });
  if (back) return redirect(stepBefore("about").path);
  const unchecked = devToolsOf(context.settings, request).skipsValidation;
  if (completed || unchecked) return redirect(pathAfter("about", draft.completed, request.url));
  return data({ ...reply, version: saved.version }, { status: 400 });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(stepTitle("about"), matches);

export default function AboutStep() {
  const { page, saved, completed } = useLoaderData<typeof loader>();
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
        page={page}
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
