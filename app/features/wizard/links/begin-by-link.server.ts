import { redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { type Invitation, markInvitationOpened } from "~/domain/access/invitations.server";
import {
  markReturningLinkOpened,
  type ReturningLink,
} from "~/domain/access/returning-links.server";
import { type ReturningEntry, storeReturningEntry } from "~/domain/access/returning-store.server";
import type { DraftBeginning } from "~/domain/submission/draft/open-draft.server";
import { draftPrefillSchema } from "~/domain/submission/draft/prefill";
import { latestLinkSubmission } from "~/domain/submission/record/link-submissions.server";
import { type Prefill, prefillFromRelease } from "~/domain/submission/record/release-prefill";
import { artistAnswersSchema } from "~/domain/submission/steps/artist-step";
import { stepOf } from "~/domain/submission/steps/steps";
import { errorReason } from "~/observability/log";
import type { AppContext } from "~/session/app-context";
import { openVisitorDraft } from "~/session/open-visitor-draft.server";
import { retryLaterResponse } from "~/session/refusal";

const storedPrefillSchema = v.object({ artist: artistAnswersSchema, next: draftPrefillSchema });

/** The earlier release in KV; undefined if it is not in our format. */
function parseStoredPrefill(entry: ReturningEntry | undefined): Prefill | undefined {
  const result = v.safeParse(storedPrefillSchema, entry?.prefill);
  return result.success ? result.output : undefined;
}

/**
 * The prefill of a returning artist: their last release by this link or address, else the name and address
 * that staff entered.
 */
async function loadPrefill(context: AppContext, link: ReturningLink): Promise<Prefill> {
  const { artistName, email, entry } = link;
  const last = await latestLinkSubmission(context.db, link);
  const prefill = last ? prefillFromRelease(last.form) : parseStoredPrefill(entry);
  const artist = v.parse(artistAnswersSchema, prefill?.artist ?? { artistName, email });
  return { artist, next: prefill?.next ?? { primaryGenre: "", subGenre: "", usual: [] } };
}

/** Updates the link's copy in KV; a failure is only logged. */
async function storeEntry(
  { entry: { tokens }, log }: Pick<AppContext, "entry" | "log">,
  link: ReturningLink,
  prefill: Prefill,
): Promise<void> {
  const { tokenHash, artistName, email, createdAt, expiresAt, lastUsedAt } = link;
  const entry = {
    artist: { artistName, email },
    prefill,
    active: true,
    createdAt,
    expiresAt,
    lastUsed: lastUsedAt,
  };
  try {
    await storeReturningEntry(tokens, tokenHash, entry);
  } catch (error) {
    log("warn", "tokens.not-stored", { reason: errorReason(error) });
  }
}

async function openDraft(request: Request, context: AppContext, beginning: DraftBeginning) {
  const draft = await openVisitorDraft(request, context, beginning);
  if ("wait" in draft) throw retryLaterResponse(context, draft);
  context.log("info", "link.opened", { draftId: draft.id });
  return redirect(stepOf("artist").path);
}

/** Opens a draft with the invitation's answers. @throws Response as `openVisitorDraft` refuses. */
export async function beginInvited(
  request: Request,
  context: AppContext,
  { id: linkId, prefill }: Invitation,
) {
  const answers = { artist: v.parse(artistAnswersSchema, prefill) };
  const reply = await openDraft(request, context, { entry: "invited", linkId, answers });
  await markInvitationOpened(context.db, linkId, context.clock());
  return reply;
}

/** Opens a draft prefilled from the artist's last release. @throws Response as `openVisitorDraft` refuses. */
export async function beginReturning(request: Request, context: AppContext, link: ReturningLink) {
  const prefill = await loadPrefill(context, link);
  const { artist, next } = prefill;
  const beginning = { linkId: link.id, answers: { artist }, prefill: next };
  const reply = await openDraft(request, context, { entry: "returning", ...beginning });
  await markReturningLinkOpened(context.db, link.id, context.clock());
  context.scope.waitUntil(storeEntry(context, link, prefill));
  return reply;
}
