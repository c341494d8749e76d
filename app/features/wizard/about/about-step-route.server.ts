import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { withoutEdits } from "~/domain/submission/draft/submit-step.server";
import { pathAfter, stepBefore } from "~/domain/submission/steps/steps";
import { formErrorReply } from "~/session/refusal";
import { requireDraft } from "~/session/require-draft.server";
import { readPost } from "../frame/read-post.server";
import type { StepReply } from "../frame/step-form";
import { stepPage, submitPage } from "../frame/step-page.server";

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
