import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { ArtistFields } from "~/components/artist/artist-fields";
import { earlyNotice, pageTitle, stepTitle } from "~/components/page-title";
import { StepButtons } from "~/components/step-buttons";
import { StepForm, type StepReply } from "~/components/step-form";
import { StepFrame } from "~/components/step-frame";
import { readAnswers } from "~/forms/read-form";
import { isClean } from "~/forms/reply";
import { devToolsOf } from "~/session/dev-tools";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { openVisitorDraft } from "~/session/open-visitor-draft.server";
import { intentOf, readPost } from "~/session/read-post.server";
import {
  DRAFT_EXPIRED,
  DRAFT_NOT_FOUND,
  readDraft,
  requireDraft,
} from "~/session/require-draft.server";
import { savePost, stepPage } from "~/session/step-page.server";
import { visitorKey } from "~/session/visitor";
import {
  artistAnswersSchema,
  checkArtistStep,
  summarizeArtistStep,
} from "~/submission/artist-step";
import { cityHints } from "~/submission/city-hints.server";
import { answerFields } from "~/submission/post-version";
import { spotifyIntent } from "~/submission/spotify-intent";
import { type ArtistReply, clearedForNew } from "~/submission/spotify-profile";
import { pathAfter } from "~/submission/steps";
import { lookUpProfile } from "./look-up-profile.server";

const NEW_DRAFT = "We opened a new draft with what is on this page. Press Next to go on.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "artist");
  const { artist } = draft.answers;
  return {
    page: await stepPage(draft, "artist"),
    saved: artist ?? {},
    completed: draft.completed,
    cities: cityHints(artist?.country ?? ""),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draftNow = await readDraft(request, context);
  const found = typeof draftNow === "object" && draftNow.submitted ? "none" : draftNow;
  // The first step needs nothing from a draft: what was typed goes on in a new one.
  const opened = typeof found === "string" ? await openVisitorDraft(request, context) : undefined;
  const draft = typeof found === "string" ? opened?.draft : found;
  if (!draft) throw new Error("A draft was opened but not returned");
  const post = await readPost(request, context, draft);
  const intent = intentOf(post);
  const typed = clearedForNew(readAnswers(post.fields, draft.answers.artist));
  const asked = spotifyIntent(intent);
  const mayLookUp = () => context.mayLookUp(visitorKey(request));
  const { values, answer: spotify } = asked
    ? await lookUpProfile(asked, typed, { ...context, mayLookUp })
    : { values: typed };
  const answers = v.parse(artistAnswersSchema, values);
  const errors = checkArtistStep(answers);
  const passes = isClean(errors) && intent === "next";
  const completed = passes || (isClean(errors) && draft.completed.includes("artist"));
  // A form that was opened for a draft that is gone goes on in the new one.
  const sent = opened ? { fields: answerFields(post.fields) } : post;
  const saved = await savePost(context, draft, sent, { step: "artist", answers, completed });
  const headers = opened && { "Set-Cookie": await draftCookieHeader(request, opened.key) };
  const shown = intent === "next" ? errors : {};
  const lost =
    found === "expired" ? DRAFT_EXPIRED : found === "unknown" ? DRAFT_NOT_FOUND : undefined;
  const reply: ArtistReply & StepReply = { values, errors: shown, summary: [], spotify };
  if (!saved.ok) return data({ ...reply, errors: {}, ...saved }, { status: 409, headers });
  reply.version = saved.version;
  if (intent === "back") return redirect("/", { headers });
  if (lost) return data({ ...reply, summary: [lost, NEW_DRAFT] }, { status: 409, headers });
  const unchecked = intent === "next" && devToolsOf(context.settings, request).skipsValidation;
  if (passes || unchecked)
    return redirect(pathAfter("artist", draft.completed, request.url), { headers });
  if (intent !== "next") return data(reply, { headers });
  const summary = summarizeArtistStep(answers, errors);
  return data({ ...reply, summary }, { status: 400, headers });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(stepTitle("artist"), matches);

export default function ArtistStep() {
  const { page, saved, completed, cities } = useLoaderData<typeof loader>();
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
        page={page}
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
        <ArtistFields spotify={reply?.spotify} cities={cities} />
        <StepButtons next="Next Step" back />
      </StepForm>
    </StepFrame>
  );
}
