import { redirect } from "@remix-run/cloudflare";
import type { Draft } from "~/domain/submission/draft/draft";
import { findDraftOfAccount } from "~/domain/submission/draft/draft-store.server";
import type { OtherDraft } from "~/domain/submission/record/submission-view";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { browserDraft, DRAFT_EXPIRED, liveDraft } from "~/session/require-draft.server";
import { assignAccountDraft, countResumeLink, makeResumeLink } from "~/session/resume-link.server";

/** One text for drafts of others and unknown ids, so that nothing is disclosed. */
const NOT_YOURS = "This draft isn't in your account. All your drafts are on your dashboard.";
const SENT = "You have already sent this one. It's on your dashboard, in your list of submissions.";

/** A draft that another would replace in this browser, with a link to it. */
export async function otherDraft(context: AppContext, draft: Draft): Promise<OtherDraft> {
  const title = draft.answers.music?.releaseTitle ?? "";
  return { title, url: await makeResumeLink(context, draft) };
}

/**
 * Opens a draft of the artist's account in this browser and redirects to it.
 * @param mayReplace whether the artist was shown the link to the draft it replaces.
 * @returns the draft that would be replaced and is in no account; nothing was opened then.
 * @throws Response the redirect; 404 for a draft of others, 409 if it was sent, 410 if it has expired, 429.
 */
export async function openAccountDraft(
  request: Request,
  context: AppContext,
  { artist, id, mayReplace }: { artist: SignedIn; id: string; mayReplace: boolean },
): Promise<OtherDraft> {
  const accountDraft = await findDraftOfAccount(context.db, { id, artistId: artist.id });
  if (accountDraft?.submitted) throw refusal(409, SENT);
  const draft = liveDraft(accountDraft, context.clock());
  if (draft === "expired") throw refusal(410, DRAFT_EXPIRED);
  if (typeof draft === "string") throw refusal(404, NOT_YOURS);
  const { same, other } = await browserDraft(request, context, ({ id }) => id === draft.id);
  if (!same) {
    // A draft of the same account stays on the dashboard; any other is reachable by its key only.
    const isStillReachable = mayReplace || other?.artistId === artist.id;
    if (other && !isStillReachable) return otherDraft(context, other);
    await countResumeLink(context);
    await assignAccountDraft(request, context, draft, artist);
    context.log("info", "draft.brought", { draftId: draft.id });
  }
  throw redirect("/submit");
}
