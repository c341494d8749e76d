import { redirect } from "@remix-run/cloudflare";
import type { SignedIn } from "~/platform/principal";
import type { Portal } from "~/session/portal";
import { refusal } from "~/session/refusal";
import { DRAFT_EXPIRED, liveDraft, readDraft } from "~/session/require-draft.server";
import type { Draft } from "~/submission/draft/draft";
import { findDraftOfAccount } from "~/submission/draft/draft-store.server";
import type { OtherDraft } from "~/submission/record/submission-view";
import { isBegun } from "~/submission/steps/task-list";
import { uploadsOfDraft } from "~/uploads/receiving/upload-store.server";
import { countResumeLink, makeResumeLink, openDraftHere } from "../resume-link.server";

/** The same for another artist's draft and for one that never was. */
const NOT_YOURS =
  "There's no such draft in your account. Everything you have begun is on your dashboard.";
const SENT = "You've sent this one already. It's on your dashboard, among your submissions.";

/** The draft that a browser has open: its id, and the draft itself where anything is in it. */
export async function browserDraft(
  request: Request,
  context: Portal,
): Promise<{ id?: string; begun?: Draft }> {
  const current = await readDraft(request, context);
  if (typeof current === "string" || current.submitted) return {};
  const { id, answers } = current;
  const uploads = await uploadsOfDraft(context.db, id);
  return isBegun({ answers, hasFiles: uploads.length > 0 }) ? { id, begun: current } : { id };
}

/** A draft that would give way to another in its browser, with a link by which it is found again. */
export async function otherDraft(context: Portal, draft: Draft): Promise<OtherDraft> {
  const title = draft.answers.music?.releaseTitle ?? "";
  return { title, url: await makeResumeLink(context, draft) };
}

/**
 * Brings a draft of an artist's account into this browser, wherever it was begun, and leads to it.
 * @param mayReplace whether the link to what else is under way in this browser was shown.
 * @returns the draft that would give way and is in no account, with its link; nothing was opened then.
 * @throws Response the way there; 404 for none of this account, 409 for one that was sent, 410 for
 * one that is over, 429.
 */
export async function openAccountDraft(
  request: Request,
  context: Portal,
  { artist, id, mayReplace }: { artist: SignedIn; id: string; mayReplace: boolean },
): Promise<OtherDraft> {
  const accountDraft = await findDraftOfAccount(context.db, { id, artistId: artist.id });
  if (accountDraft?.submitted) throw refusal(409, SENT);
  const draft = liveDraft(accountDraft, context.clock());
  if (draft === "expired") throw refusal(410, DRAFT_EXPIRED);
  if (typeof draft === "string") throw refusal(404, NOT_YOURS);
  const current = await browserDraft(request, context);
  if (current.id !== draft.id) {
    // One of the same account stays on the dashboard; any other has nothing but its key.
    const isKept = mayReplace || current.begun?.artistId === artist.id;
    if (current.begun && !isKept) return otherDraft(context, current.begun);
    await countResumeLink(context);
    await openDraftHere(request, context, draft, artist);
    context.log("info", "draft.brought", { draftId: draft.id });
  }
  throw redirect("/submit");
}
