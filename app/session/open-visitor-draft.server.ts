import type { AppLoadContext } from "@remix-run/cloudflare";
import { startFormSession } from "~/bot/form-sessions.server";
import type { Draft } from "~/submission/draft";
import { openDraft } from "~/submission/draft-store.server";
import { rememberOpened } from "./opened-draft";
import { refusal } from "./refusal";
import { visitorKey } from "./visitor";

/**
 * Opens an empty draft for a visitor.
 * @returns the draft and the key that unlocks it, to be kept in the visitor's cookie.
 * @throws Response 429 for a visitor who opens drafts by the dozen.
 */
export async function openVisitorDraft(
  request: Request,
  context: AppLoadContext,
): Promise<{ draft: Draft; key: string }> {
  const { db, clock, ids, log, mayOpenDraft } = context;
  if (!(await mayOpenDraft(visitorKey(request))))
    throw refusal(
      429,
      "Too many submissions were started just now. Wait a minute, then try again.",
    );
  const now = clock();
  const key = ids.secret();
  const draft = await openDraft(db, { id: ids.next(now), key, now });
  await startFormSession(db, draft.id, now);
  rememberOpened(context, key);
  log("info", "draft.opened", { draftId: draft.id });
  return { draft, key };
}
