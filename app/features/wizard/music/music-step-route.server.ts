import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import type { Draft } from "~/domain/submission/draft/draft";
import { namesIn } from "~/domain/submission/music/music-edit";
import { startingMusic } from "~/domain/submission/music/read-music";
import { pathAfter, stepBefore } from "~/domain/submission/steps/steps";
import { cancelReplacement, emptySlot } from "~/domain/uploads/receiving/remove-upload.server";
import { KEEP_FILE, REMOVE_FILE } from "~/domain/uploads/slots";
import { ALREADY_SUBMITTED } from "~/domain/uploads/upload-texts";
import { setRetryAfter } from "~/platform/formats/retry-after";
import type { Portal } from "~/session/portal";
import { formErrorReply, refusal } from "~/session/refusal";
import { loadedFiles, requireDraft } from "~/session/require-draft.server";
import { intentOf, readPost } from "../frame/read-post.server";
import { serveEdit } from "../frame/serve-edit.server";
import { stepPage, submitPage } from "../frame/step-page.server";
import type { MusicReply } from "./music-form";
import { releaseRemovedFiles } from "./release-removed-files.server";

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
