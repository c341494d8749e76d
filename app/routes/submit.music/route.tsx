import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import { pageTitle } from "~/components/page-title";
import { intentOf, readPost } from "~/pages/wizard/read-post.server";
import { releaseRemovedFiles } from "~/pages/wizard/release-removed-files.server";
import { serveEdit } from "~/pages/wizard/serve-edit.server";
import { stepPage, submitPage } from "~/pages/wizard/step-page.server";
import { setRetryAfter } from "~/platform/formats/retry-after";
import type { Portal } from "~/session/portal";
import { formErrorReply, refusal } from "~/session/refusal";
import { loadedFiles, requireDraft } from "~/session/require-draft.server";
import type { Draft } from "~/submission/draft/draft";
import { namesIn } from "~/submission/music/music-edit";
import { type MusicAnswers, musicAnswersSchema } from "~/submission/music/music-step";
import { startingMusic } from "~/submission/music/read-music";
import { pathAfter, stepBefore } from "~/submission/steps/steps";
import { cancelReplacement, emptySlot } from "~/uploads/receiving/remove-upload.server";
import { KEEP_FILE, REMOVE_FILE } from "~/uploads/slots";
import { ALREADY_SUBMITTED } from "~/uploads/upload-texts";
import { OfflineStep } from "~/views/wizard/frame/offline-step";
import { StepButtons } from "~/views/wizard/frame/step-buttons";
import { stepTitle } from "~/views/wizard/frame/step-title";
import { MusicForm, type MusicReply } from "~/views/wizard/music/music-form";
import { MusicSections } from "~/views/wizard/music/music-sections";
import type { OfflineStepDraft } from "~/views/wizard/offline/use-offline-step";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "music");
  const today = context.scope.artistDay(context.clock());
  return {
    page: await stepPage(draft, "music"),
    saved: startingMusic(draft.answers.music, today, draft.prefill),
    completed: draft.completed,
    files: await loadedFiles(context, draft),
    today: today.toISOString(),
    artist: namesIn(draft.answers),
    prefill: draft.prefill,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "music");
  const post = await readPost(request, context, draft);
  const intent = intentOf(post);
  const canLookUp = async () => (await context.scope.limitCall("lookups")) === undefined;
  const result = await submitPage(request, context, draft, post, {
    step: "music",
    edit: async (answers, { today, slots }) => {
      if (intent.startsWith(REMOVE_FILE)) await changeSlot(context, draft, intent, emptySlot);
      if (intent.startsWith(KEEP_FILE)) await changeSlot(context, draft, intent, cancelReplacement);
      const deps = {
        ...context,
        today,
        slots: await slots(),
        canLookUp,
        artist: namesIn(draft.answers),
        usual: draft.prefill?.usual,
      };
      return serveEdit(intent, post, answers, deps);
    },
  });
  const { values, viewOf, errors: editErrors, found } = result.edited;
  if (!result.ok) {
    const { version, conflict } = result;
    const base = { values, errors: {}, summary: [], view: viewOf({}) };
    const reply: MusicReply = { ...base, version, conflict };
    return formErrorReply(context, reply, { status: result.status });
  }
  await releaseRemovedFiles(context, draft, post.fields, values, {
    goesNow: result.leadsTo === "next",
  });
  if (result.leadsTo === "back") {
    const isFileRefused = Object.keys(post.fileErrors).length > 0;
    return redirect(`${stepBefore("music").path}${isFileRefused ? "?refused=music" : ""}`);
  }
  if (result.leadsTo) return redirect(pathAfter("music", draft.completed, request.url));
  const reply: MusicReply = {
    values,
    errors: { ...editErrors, ...result.errors },
    summary: [],
    view: viewOf(result.errors),
    found,
    version: result.version,
  };
  const { retryAfter } = post;
  const headers = new Headers();
  setRetryAfter(headers, retryAfter);
  return formErrorReply(context, reply, { status: result.status, headers });
}

/** @throws Response 409 if the draft was submitted meanwhile. */
async function changeSlot(
  { uploads }: Portal,
  draft: Draft,
  intent: string,
  change: typeof emptySlot,
) {
  const slot = intent.slice(intent.indexOf(":") + 1);
  if (!(await change(uploads, draft.id, slot))) throw refusal(409, ALREADY_SUBMITTED);
}

export const meta: MetaFunction = (page) => pageTitle(stepTitle("music"), page);

export default function MusicStep() {
  const stepData = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <OfflineStep serverData={stepData} lead="What comes out, and when.">
      {({ page, copy, returns }) => (
        <MusicForm
          page={page}
          saved={copy ? offlineMusic(copy) : stepData.saved}
          reply={reply}
          files={(copy ?? stepData).files}
          today={(copy ?? stepData).today}
          artist={(copy ?? stepData).artist}
          usual={(copy ?? stepData).prefill?.usual}
        >
          <MusicSections />
          <StepButtons step="music" next="Next" back returns={returns} />
        </MusicForm>
      )}
    </OfflineStep>
  );
}

/** The initial answers from the offline copy, as the loader computes them. */
function offlineMusic({ saved, today, prefill }: OfflineStepDraft): MusicAnswers {
  const music = saved === undefined ? undefined : v.parse(musicAnswersSchema, saved);
  return startingMusic(music, new Date(today), prefill);
}
