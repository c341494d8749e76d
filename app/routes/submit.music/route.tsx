import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { useMemo } from "react";
import * as v from "valibot";
import { earlyNotice, pageTitle, stepTitle } from "~/components/page-title";
import { StepButtons, StepForm } from "~/components/step-form";
import { StepFrame } from "~/components/step-frame";
import { readAnswers } from "~/forms/read-form";
import { isClean } from "~/forms/reply";
import { intentOf, readPost } from "~/session/read-post.server";
import { requireDraft } from "~/session/require-draft.server";
import { saveStep } from "~/submission/draft-store.server";
import { checkMusicStep, musicAnswersSchema } from "~/submission/music-step";
import { earliestReleaseDate } from "~/submission/release-dates";
import { pathAfter, stepBefore } from "~/submission/steps";
import { emptySlot } from "~/uploads/remove-upload.server";
import { fileView } from "~/uploads/upload";
import { allKnown, uploadIn } from "~/uploads/upload-queue.client";
import { uploadsOfDraft } from "~/uploads/upload-store.server";
import { editMusic } from "./edit-music";
import { MusicFields } from "./music-fields";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "music");
  const uploads = await uploadsOfDraft(context.db, draft.id);
  return {
    saved: draft.answers.music ?? {},
    completed: draft.completed,
    files: uploads.map(fileView).filter((file) => file !== undefined),
    today: context.clock().toISOString(),
    earliest: earliestReleaseDate(context.clock()),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "music");
  const post = await readPost(request, context, draft);
  const intent = intentOf(post);
  const edit = editMusic(intent, readAnswers(post.fields, draft.answers.music));
  if (edit.emptied) await emptySlot(context.uploads, draft.id, edit.emptied);
  const answers = v.parse(musicAnswersSchema, edit.values);
  const slots = new Set((await uploadsOfDraft(context.db, draft.id)).map((file) => file.slot));
  const rules = checkMusicStep(answers, { today: context.clock(), slots });
  const errors = { ...post.fileErrors, ...rules, ...post.fileErrors };
  const completed = isClean(errors) && (intent === "next" || draft.completed.includes("music"));
  const now = context.clock();
  await saveStep(context.db, draft.id, { step: "music", answers, completed, now });
  context.log("info", "step.saved", { draftId: draft.id, step: "music" });
  if (!isClean(post.fileErrors) || (intent === "next" && !completed))
    return data(
      { values: edit.values, errors: intent === "next" ? errors : post.fileErrors, summary: [] },
      { status: isClean(post.fileErrors) ? 400 : post.fileStatus },
    );
  if (intent === "back") return redirect(stepBefore("music").path);
  if (intent === "next") return redirect(pathAfter("music", draft.completed, request.url));
  return data({ values: edit.values, errors: {}, summary: [] });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(stepTitle("music"), matches);

export default function MusicStep() {
  const { saved, completed, files, today, earliest } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  // One object per save: a new one on every render would put the songwriter rows back.
  const shown = useMemo(() => ({ releaseDate: earliest, ...saved }), [earliest, saved]);
  const known = (slot: string) => {
    const live = uploadIn(slot);
    return live ? live.phase !== "failed" : files.some((file) => file.slot === slot);
  };
  return (
    <StepFrame
      step="music"
      completed={completed}
      notice={earlyNotice(params, "music")}
      lead="A single: one track, its artwork, and when it should come out."
    >
      <StepForm
        saved={shown}
        reply={reply}
        files
        beforeSubmit={allKnown}
        check={(values) => {
          const answers = v.parse(musicAnswersSchema, values);
          const slots = new Set(["tracks[0].file", "artwork"].filter(known));
          const errors = checkMusicStep(answers, { today: new Date(today), slots });
          return isClean(errors) ? undefined : { errors, summary: [] };
        }}
      >
        <MusicFields files={files} earliest={earliest} />
        <StepButtons next="Next" back />
      </StepForm>
    </StepFrame>
  );
}
