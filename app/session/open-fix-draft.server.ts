import { startFormSession } from "~/domain/bot/form-sessions.server";
import type { Draft } from "~/domain/submission/draft/draft";
import {
  openResendDraft,
  type ResendRequest,
} from "~/domain/submission/record/resend-draft.server";
import { shareFilesStatements } from "~/domain/uploads/receiving/shared-files.server";
import { ALL_SENT_STAYS, TOO_MANY_PEOPLE } from "~/domain/uploads/upload-texts";
import { rateLimit } from "~/platform/rate/rate-limit.server";
import type { AppContext } from "./app-context";
import { checkSize } from "./open-visitor-draft.server";
import { retryLaterResponse, throwIfLimited } from "./refusal";

const LIMIT_PER_HOUR = { limit: 30, seconds: 3_600 };
const FULL = {
  status: 503,
  text: `${TOO_MANY_PEOPLE} ${ALL_SENT_STAYS}`,
  wait: 3_600,
} as const;

/**
 * Opens the draft that corrects a submission.
 * @param rate the key under which whoever asks is counted, and what they read beyond the limit.
 * @returns undefined where nothing is to be corrected, or it was sent already.
 * @throws Response 429, 503.
 */
export async function openFixDraft(
  context: AppContext,
  request: Omit<ResendRequest, "now">,
  rate: { key: string; tooOftenText: string },
): Promise<Draft | undefined> {
  const { db, ids, clock, settings, log } = context;
  const { submission } = request;
  const now = clock();
  throwIfLimited(context, await rateLimit(db, rate.key, LIMIT_PER_HOUR, now), rate.tooOftenText);
  if (await checkSize(context)) throw retryLaterResponse(context, FULL);
  const options = {
    maxOpen: settings.LIMIT_OPEN_DRAFTS,
    shareFiles: (files, draftId, condition) =>
      shareFilesStatements(db, files, draftId, { at: now, condition }),
  } satisfies Parameters<typeof openResendDraft>[3];
  const result = await openResendDraft(db, ids, { ...request, now }, options);
  if (result === "full") throw retryLaterResponse(context, FULL);
  if (result === "gone" || result.draft.submitted) return undefined;
  const { draft, isNew } = result;
  await startFormSession(db, draft.id, now);
  if (isNew) log("info", "draft.opened", { draftId: draft.id, submissionId: submission.id });
  return draft;
}
