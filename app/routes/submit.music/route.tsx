import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { MusicSections } from "~/components/music/music-sections";
import { earlyNotice, pageTitle, stepTitle } from "~/components/page-title";
import { StepButtons } from "~/components/step-buttons";
import { StepFrame } from "~/components/step-frame";
import { isClean } from "~/forms/reply";
import { devToolsOf } from "~/session/dev-tools";
import { intentOf, readPost } from "~/session/read-post.server";
import { requireDraft } from "~/session/require-draft.server";
import { savePost, stepPage } from "~/session/step-page.server";
import { visitorKey } from "~/session/visitor";
import { checkMusicFully } from "~/submission/check-music.server";
import { slotsInUse } from "~/submission/music-step";
import { readMusicPost, startingMusic } from "~/submission/read-music";
import { pathAfter, stepBefore } from "~/submission/steps";
import { filesOfDraft } from "~/uploads/receiving/file-views.server";
import { removeOrphans } from "~/uploads/receiving/remove-orphans.server";
import { emptySlot } from "~/uploads/receiving/remove-upload.server";
import { uploadsOfDraft } from "~/uploads/receiving/upload-store.server";
import { MusicForm, type MusicReply } from "./music-form";
import { serveEdit } from "./serve-edit.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "music");
  return {
    page: await stepPage(draft, "music"),
    saved: startingMusic(draft.answers.music, context.clock()),
    completed: draft.completed,
    files: await filesOfDraft(context.db, draft.id),
    today: context.clock().toISOString(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "music");
  const { db, clock } = context;
  const post = await readPost(request, context, draft);
  const intent = intentOf(post);
  const before = startingMusic(draft.answers.music, clock());
  const typed = readMusicPost(post.fields, before);
  if (intent.startsWith("remove-file:"))
    await emptySlot(context.uploads, draft.id, intent.slice("remove-file:".length));
  const slots = new Set((await uploadsOfDraft(db, draft.id)).map((file) => file.slot));
  const today = clock();
  const edited = await serveEdit(intent, post, typed, {
    ...context,
    today,
    slots,
    mayLookUp: () => context.mayLookUp(visitorKey(request)),
  });
  const { answers } = edited;
  const rules = checkMusicFully(answers, { today, slots });
  const errors = { ...post.fileErrors, ...rules, ...post.fileErrors };
  const moves = intent === "next" || intent === "back";
  const leaves = moves && !edited.again;
  const completed = isClean(errors) && (leaves || draft.completed.includes("music"));
  const saved = await savePost(context, draft, post, { step: "music", answers, completed });
  if (!saved.ok) {
    const view = edited.viewOf({});
    const reply: MusicReply = { values: answers, errors: {}, summary: [], view, ...saved };
    return data(reply, { status: 409 });
  }
  if (isClean(post.fileErrors) && leaves && intent === "back")
    return redirect(stepBefore("music").path);
  const unchecked = devToolsOf(context.settings, request).skipsValidation;
  if (leaves && isClean(post.fileErrors) && (completed || unchecked)) {
    await removeOrphans(context.uploads, draft.id, slotsInUse(answers));
    return redirect(pathAfter("music", draft.completed, request.url));
  }
  const refused = leaves && intent === "next";
  const reply: MusicReply = {
    values: answers,
    errors: refused ? errors : { ...edited.errors, ...post.fileErrors },
    summary: [],
    view: refused ? edited.viewOf(errors) : edited.viewOf({}),
    found: edited.found,
    version: saved.version,
  };
  const status = !isClean(post.fileErrors) ? post.fileStatus : refused ? 400 : 200;
  return data(reply, { status });
}

export const meta: MetaFunction = ({ matches }) => pageTitle(stepTitle("music"), matches);

export default function MusicStep() {
  const { page, saved, completed, files, today } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <StepFrame
      step="music"
      completed={completed}
      notice={earlyNotice(params, "music")}
      lead="Your tracks, their artwork, and when they should come out."
    >
      <MusicForm page={page} saved={saved} reply={reply} files={files} today={today}>
        <MusicSections />
        <StepButtons next="Next" back />
      </MusicForm>
    </StepFrame>
  );
}
