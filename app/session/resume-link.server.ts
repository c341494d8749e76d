import type { Draft } from "~/domain/submission/draft/draft";
import {
  issueLimitedResumeKey,
  issueSessionKey,
  MAX_RESUME_LINKS,
} from "~/domain/submission/draft/resume-keys.server";
import type { Ids } from "~/platform/ids";
import type { SignedIn } from "~/platform/principal";
import type { AppContext } from "./app-context";
import { assignDraft } from "./open-visitor-draft.server";
import { refusal, retryLaterResponse } from "./refusal";

const TOO_MANY = "You have made too many links in a minute. Wait a minute, then try again.";
const TOO_MANY_TODAY =
  "Too many links were made from your network today. Try again tomorrow, or use a link that you have.";
const TOO_MANY_LINKS = `This draft has ${MAX_RESUME_LINKS} links already. Go back, press "Stop all links", then make a new one.`;

/**
 * Counts a link for the visitor and the household; a new draft does not reset it.
 * @throws Response 429.
 */
export async function countResumeLink(context: AppContext): Promise<void> {
  const wait = await context.scope.limitCall("links");
  if (wait === undefined) return;
  throw retryLaterResponse(context, {
    status: 429,
    text: wait > 60 ? TOO_MANY_TODAY : TOO_MANY,
    wait,
  });
}

/**
 * Creates a link that opens a draft on any device.
 * @param ids of the press, see `idsOfPress`.
 * @returns the full address.
 * @throws Response as {@link countResumeLink}; 409 where the draft has the maximum of links.
 */
export async function makeResumeLink(
  context: AppContext,
  draft: Draft,
  ids: Pick<Ids, "secret"> = context.ids,
): Promise<string> {
  await countResumeLink(context);
  return (await issueLink(context, draft, ids)).url;
}

export async function issueLink(
  { db, clock, site }: AppContext,
  draft: Draft,
  ids: Pick<Ids, "secret">,
) {
  const key = await issueLimitedResumeKey(db, draft.id, ids, clock());
  if (key === undefined) throw refusal(409, TOO_MANY_LINKS);
  return { url: `${site}/submit/continue/${key}`, key };
}

/**
 * Opens a draft of an account in this browser, by a key that ends with the session: on a shared computer
 * nobody else can open it later.
 */
export async function assignAccountDraft(
  request: Request,
  context: AppContext,
  { id }: Draft,
  { sessionId }: SignedIn,
): Promise<void> {
  const { db, ids, clock } = context;
  const key = await issueSessionKey(db, { draftId: id, sessionId }, ids, clock());
  await assignDraft(request, context, { key, draftId: id, state: "brought" });
}
