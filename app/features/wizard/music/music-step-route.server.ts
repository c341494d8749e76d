import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readShownVersions } from "~/domain/submission/draft/shown-versions";
import { namesIn } from "~/domain/submission/music/music-edit";
import type { MusicAnswers } from "~/domain/submission/music/music-step";
import { nearDate } from "~/domain/submission/music/next-date";
import { startingMusic } from "~/domain/submission/music/read-music";
import { slotFields } from "~/domain/submission/music/slot-fields";
import { pathAfter, stepBefore } from "~/domain/submission/steps/steps";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { formErrorReply } from "~/session/refusal";
import { loadedFiles, requireDraft } from "~/session/require-draft.server";
import { titleAdviceOf } from "../advice/draft-advice.server";
import { changePostedSlot } from "../frame/change-posted-slot.server";
import { intentOf, readPost } from "../frame/read-post.server";
import { serveEdit } from "../frame/serve-edit.server";
import { stepPage, submitPage } from "../frame/step-page.server";
import type { MusicReply } from "./music-form";
import { releaseRemovedFiles } from "./release-removed-files.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "music");
  const today = context.scope.artistDay(context.clock());
  const saved = startingMusic(draft.answers.music, today, draft.prefill);
  const loaded = await loadedFiles(context, draft);
  const artist = namesIn(draft.answers);
  return {
    page: await stepPage(draft, "music"),
    saved,
    completed: draft.completed,
    ...loaded,
    advice: titleAdviceOf(saved, artist.artistName, loaded.files),
    // Files that this page's form posts twice are one choice. A page without a draft is everybody's.
    formId: draft.id === "" ? undefined : context.ids.next(context.clock()),
    today: today.toISOString(),
    near: nearDate(saved, today),
    artist,
    prefill: draft.prefill,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "music");
  const post = await readPost(request, context, draft);
  const intent = intentOf(post);
  const canLookUp = async () => (await context.scope.limitCall("lookups")) === undefined;
  let slotChange: Awaited<ReturnType<typeof changePostedSlot>>;
  const result = await submitPage(request, context, draft, post, {
    step: "music",
    edit: async (answers, { today, slots }) => {
      slotChange = await changePostedSlot(context, draft, post);
      const deps = {
        ...context,
        today,
        slots: await slots(),
        canLookUp,
        artist: namesIn(draft.answers),
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
  if (result.leadsTo === "next") await releaseRemovedFiles(context, draft, post.fields);
  if (result.leadsTo === "back") {
    const isFileRefused = Object.keys(post.fileErrors).length > 0;
    return redirect(`${stepBefore("music").path}${isFileRefused ? "?refused=music" : ""}`);
  }
  if (result.leadsTo) return redirect(pathAfter("music", draft.completed, request.url));
  const reply: MusicReply = {
    values,
    errors: { ...editErrors, ...result.errors, ...slotErrors(values, slotChange) },
    summary: [],
    view: viewOf(result.errors),
    found,
    version: result.version,
    shownFields: readShownVersions(post.fields)?.fields,
  };
  const { retryAfter } = post;
  const headers = new Headers();
  setRetryAfter(headers, retryAfter);
  return formErrorReply(context, reply, { status: result.status, headers });
}

/** The error at a file field whose button has changed nothing. */
function slotErrors(
  values: MusicAnswers,
  change: Awaited<ReturnType<typeof changePostedSlot>>,
): FieldErrors {
  const field = change && slotFields(values).get(change.slot);
  return change?.text !== undefined && field !== undefined
    ? { [field]: invalidError(change.text) }
    : {};
}
