import type { AppLoadContext } from "@remix-run/cloudflare";
import { judgeVisitor } from "~/bot/judge-visitor.server";
import { scoredContent } from "~/bot/scored-content";
import type { Draft } from "~/submission/draft";
import {
  checkDraft,
  type Refusal,
  type SubmitResult,
  submitDraft,
} from "~/submission/submit.server";
import { uploadsOfDraft } from "~/uploads/receiving/upload-store.server";
import { uploadingMs } from "~/uploads/receiving/uploading-time.server";
import { storedFile } from "~/uploads/upload";
import { intentOf, type Post } from "./read-post.server";

type Fields = Pick<Post, "fields">;

async function attemptOf(context: AppLoadContext, draft: Draft, post: Fields) {
  const { db, clock, log, settings } = context;
  const uploads = await uploadsOfDraft(db, draft.id);
  const stored = uploads.filter(({ state }) => state === "complete");
  const open = uploads.filter(({ state }) => state === "open");
  const visitorPasses = async () => {
    const { valid } = await judgeVisitor(
      { db, clock, log, secret: settings.SIGNING_SECRET },
      {
        draftId: draft.id,
        fields: post.fields,
        uploadingMs: await uploadingMs(db, draft.id),
        content: scoredContent(draft.answers, uploads),
      },
    );
    // A person's own click is the way past any score.
    return valid || intentOf(post) === "confirm";
  };
  const sending = new Map(open.map(({ slot, fileName }) => [slot, fileName]));
  return {
    rooms: { ...context, visitorPasses },
    files: { stored: stored.map(storedFile), sending },
  };
}

/** Whether the Review form, as posted, may be submitted once its files have arrived. */
export async function checkAttempt(
  context: AppLoadContext,
  draft: Draft,
  post: Fields,
): Promise<{ ok: true } | Refusal> {
  const { rooms, files } = await attemptOf(context, draft, post);
  return checkDraft(rooms, draft, files);
}

/** Submits the draft with the Review form as posted. */
export async function submitAttempt(
  context: AppLoadContext,
  draft: Draft,
  post: Fields,
): Promise<SubmitResult> {
  const { rooms, files } = await attemptOf(context, draft, post);
  const result = await submitDraft(rooms, draft, files);
  if (result.ok && result.recordedNow)
    context.log("info", "submission.recorded", {
      draftId: draft.id,
      submissionId: result.submission.id,
    });
  return result;
}
