import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { ArtistFields } from "~/components/artist-fields";
import { earlyNotice, pageTitle, stepTitle } from "~/components/page-title";
import { StepButtons, StepForm } from "~/components/step-form";
import { StepFrame } from "~/components/step-frame";
import { readAnswers } from "~/forms/read-form";
import { isClean } from "~/forms/reply";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { openVisitorDraft } from "~/session/open-visitor-draft.server";
import { readPost } from "~/session/read-post.server";
import {
  DRAFT_EXPIRED,
  DRAFT_NOT_FOUND,
  readDraft,
  requireDraft,
} from "~/session/require-draft.server";
import {
  artistAnswersSchema,
  checkArtistStep,
  summarizeArtistStep,
} from "~/submission/artist-step";
import { saveStep } from "~/submission/draft-store.server";
import { pathAfter } from "~/submission/steps";

const NEW_DRAFT = "We opened a new draft with what is on this page. Press Next to go on.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "artist");
  return { saved: draft.answers.artist ?? {}, completed: draft.completed };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draftNow = await readDraft(request, context);
  const found = typeof draftNow === "object" && draftNow.submitted ? "none" : draftNow;
  // The first step needs nothing from a draft: what was typed goes on in a new one.
  const opened = typeof found === "string" ? await openVisitorDraft(request, context) : undefined;
  const draft = typeof found === "string" ? opened?.draft : found;
  if (!draft) throw new Error("A draft was opened but not returned");
  const post = await readPost(request, context, draft);
  const values = readAnswers(post.fields, draft.answers.artist);
  const answers = v.parse(artistAnswersSchema, values);
  const errors = checkArtistStep(answers);
  const completed = isClean(errors);
  const now = context.clock();
  await saveStep(context.db, draft.id, { step: "artist", answers, completed, now });
  context.log("info", "step.saved", { draftId: draft.id, step: "artist" });
  const headers = opened && { "Set-Cookie": await draftCookieHeader(request, opened.key) };
  const lost =
    found === "expired" ? DRAFT_EXPIRED : found === "unknown" ? DRAFT_NOT_FOUND : undefined;
  if (lost) {
    const summary = [lost, NEW_DRAFT];
    return data({ values, errors, summary }, { status: 409, headers });
  }
  if (completed) return redirect(pathAfter("artist", draft.completed, request.url), { headers });
  const summary = summarizeArtistStep(answers, errors);
  return data({ values, errors, summary }, { status: 400, headers });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(stepTitle("artist"), matches);

export default function ArtistStep() {
  const { saved, completed } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <StepFrame
      step="artist"
      completed={completed}
      notice={earlyNotice(params, "artist")}
      lead="Who is sending this music, and where we can reach you."
    >
      <StepForm
        saved={saved}
        reply={reply}
        check={(values) => {
          const answers = v.parse(artistAnswersSchema, values);
          const errors = checkArtistStep(answers);
          return isClean(errors)
            ? undefined
            : { errors, summary: summarizeArtistStep(answers, errors) };
        }}
      >
        <ArtistFields />
        <StepButtons next="Next Step" back={false} />
      </StepForm>
    </StepFrame>
  );
}
