import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { WAITING_PATH } from "~/domain/access/submission-mode";
import { startFormSession } from "~/domain/bot/form-sessions.server";
import { firstOpenStep, stepOf } from "~/domain/submission/steps/steps";
import { isBegun, taskList } from "~/domain/submission/steps/task-list";
import { longDate } from "~/platform/formats/dates";
import { extendDraftCookie } from "~/session/draft-cookie.server";
import {
  assignDraftIfNone,
  assignNewDraft,
  checkGlobalDraftLimit,
} from "~/session/open-visitor-draft.server";
import { readSmallForm } from "~/session/read-small-form";
import { retryLaterResponse } from "~/session/refusal";
import { loadedFiles, readDraft, requireDraft } from "~/session/require-draft.server";
import { makeResumeLink } from "~/session/resume-link.server";
import { linkReplySchema, readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { startAnother } from "../success/start-another.server";

/**
 * Entry of the wizard: the task list of this browser's draft, its submission, the waiting list while
 * submissions are closed, or a name for a new draft, which is stored with its first post.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await readDraft(request, context);
  const artistPath = stepOf("artist").path;
  if (typeof draft === "object" && draft.submitted) return redirect("/submit/success");
  if (typeof draft === "string") {
    if (!(await context.entry.mode()).submissionsEnabled) return redirect(WAITING_PATH);
    const full = await checkGlobalDraftLimit(context);
    if (full) throw retryLaterResponse(context, full);
    if (draft === "none") await assignDraftIfNone(request, context);
    else await assignNewDraft(request, context);
    const queries = { none: "", expired: "?expired", unknown: "?lost" };
    return redirect(artistPath + queries[draft]);
  }
  await startFormSession(context.db, draft.id, context.clock());
  const { answers, completed } = draft;
  const { files } = await loadedFiles(context, draft);
  const progress = { answers, completed, hasFiles: files.length > 0 };
  if (!isBegun(progress)) return redirect(artistPath);
  // The draft lives longer than its cookie, so the cookie is renewed.
  const headers = await extendDraftCookie(request, context, draft.id);
  return data(
    {
      tasks: taskList(progress),
      title: answers.music?.releaseTitle ?? "",
      artistName: answers.artist?.artistName ?? "",
      next: firstOpenStep(completed).path,
      files,
      until: longDate(draft.expiresAt.toISOString()),
      shown: await readShownReply(request, context, linkReplySchema),
    },
    { headers },
  );
}

/** Starts another submission; first offers a link to this one. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { fields } = await readSmallForm(request);
  const intent = fields.get("intent");
  const isNew = intent === "start-new" || intent === "start-another";
  if (isNew && !(await context.entry.mode()).submissionsEnabled) return redirect(WAITING_PATH);
  if (intent === "start-new") {
    const full = await checkGlobalDraftLimit(context);
    if (full) throw retryLaterResponse(context, full);
    await assignNewDraft(request, context);
    return redirect(stepOf("artist").path);
  }
  if (intent === "start-another") return startAnother(request, context);
  const draft = await requireDraft(request, context, "artist");
  if (intent !== "make-link") return data({ url: undefined });
  return redirectToReply(request, context, { url: await makeResumeLink(context, draft) });
}
