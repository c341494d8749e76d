import { redirect } from "@remix-run/cloudflare";
import { saveStep } from "~/domain/submission/draft/draft-store.server";
import { checkArtistStep } from "~/domain/submission/steps/artist-step";
import { firstOpenStep } from "~/domain/submission/steps/steps";
import { hasNoErrors } from "~/forms/form-reply";
import type { AppContext } from "~/session/app-context";
import { checkGlobalDraftLimit, openVisitorDraft } from "~/session/open-visitor-draft.server";
import { retryLaterResponse } from "~/session/refusal";
import { readDraft } from "~/session/require-draft.server";

/**
 * Opens a new draft after a submission, with its artist step. Pressed again, it leads to the same new
 * draft.
 * @throws Response 429 or 503, as for any other draft.
 */
export async function startAnother(request: Request, context: AppContext) {
  const submittedDraft = await readDraft(request, context);
  if (typeof submittedDraft !== "object" || !submittedDraft.submitted) return redirect("/submit");
  const full = await checkGlobalDraftLimit(context);
  if (full) throw retryLaterResponse(context, full);
  const draft = await openVisitorDraft(request, context);
  if ("wait" in draft) throw retryLaterResponse(context, draft);
  const { artist } = submittedDraft.answers;
  if (!artist) return redirect(firstOpenStep([]).path);
  const completed = hasNoErrors(checkArtistStep(artist));
  const now = context.clock();
  const maxBytes = context.settings.LIMIT_DRAFT_KB * 1024;
  const savedBy = (await context.scope.artist("write"))?.id;
  const save = { answers: artist, completed, now, maxBytes, savedBy };
  await saveStep(context.db, draft.id, { step: "artist", ...save });
  return redirect(`${firstOpenStep(completed ? ["artist"] : []).path}?kept`);
}
