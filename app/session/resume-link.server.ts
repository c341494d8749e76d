import * as v from "valibot";
import { addressKey } from "~/domain/mail/mailbox";
import { queueMail } from "~/domain/mail/outbox.server";
import { resumeLinkMail } from "~/domain/mail/resume-link";
import type { Draft } from "~/domain/submission/draft/draft";
import { draftsMailedTo } from "~/domain/submission/draft/mailed-drafts.server";
import {
  deleteResumeKey,
  issueLimitedResumeKey,
  issueResumeKey,
  issueSessionKey,
  MAX_RESUME_LINKS,
  recordMailedAddress,
} from "~/domain/submission/draft/resume-keys.server";
import { longDate } from "~/platform/formats/dates";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import type { SignedIn } from "~/platform/principal";
import { MAX_WINDOW_SECONDS } from "~/platform/rate/rate-limit.server";
import type { AppContext } from "./app-context";
import { assignDraft, checkSize } from "./open-visitor-draft.server";
import { refusal, retryLaterResponse } from "./refusal";
import { limitShared } from "./visitor-limits.server";

export const resumeReplySchema = v.object({
  url: v.optional(v.string()),
  mailedTo: v.optional(v.string()),
  notMailed: v.optional(v.boolean()),
});

const TOO_MANY = "You have made too many links in a minute. Wait a minute, then try again.";
const TOO_MANY_TODAY =
  "Too many links were made from your network today. Try again tomorrow, or use a link that you have.";
const TOO_MANY_MAILED =
  "Too many links were emailed from networks near yours today, so we did not send this one. Copy the link instead, or try again tomorrow.";
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
 * Counts a mailed link: each network has a daily share of the mail server's limit.
 * @throws Response 429 where the share is used up, 503 while the database is full.
 */
async function countMailedLink(context: AppContext, request: Request): Promise<void> {
  await countResumeLink(context);
  const { settings, clock } = context;
  const dailyLimit = { limit: settings.LIMIT_LINK_MAILS_PER_DAY, seconds: MAX_WINDOW_SECONDS };
  const wait = await limitShared(context, request, "link mails", dailyLimit, clock());
  if (wait !== undefined)
    throw retryLaterResponse(context, { status: 429, text: TOO_MANY_MAILED, wait });
  const full = await checkSize(context);
  if (full) throw retryLaterResponse(context, full);
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

async function issueLink({ db, clock, site }: AppContext, draft: Draft, ids: Pick<Ids, "secret">) {
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

/**
 * Creates a resume link and queues a mail with it, if the address may have one more. Nobody is told
 * whether it may: the page could then probe addresses, and its own link is there to copy.
 * @throws Response as {@link makeResumeLink}.
 */
export async function mailResumeLink(
  request: Request,
  context: AppContext,
  draft: Draft,
  recipient: string,
  ids: Pick<Ids, "secret">,
): Promise<void> {
  await countMailedLink(context, request);
  await mailLink(context, draft, recipient, await issueLink(context, draft, ids));
}

async function mailLink(
  context: AppContext,
  draft: Draft,
  recipient: string,
  { url, key }: Awaited<ReturnType<typeof issueLink>>,
): Promise<void> {
  const { db, clock, ids, mail, log } = context;
  const letter = resumeLinkMail(
    {
      recipient,
      url,
      keyHash: await sha256Hex(key),
      until: longDate(draft.expiresAt.toISOString()),
    },
    mail.brand,
  );
  const result = await queueMail(db, letter, mail.rules, clock(), ids);
  // The press that has made the link was posted before.
  if (result.kind === "known") return;
  if (result.kind !== "queued") {
    log("info", "mail.held", { draftId: draft.id, reason: result.kind });
    return deleteResumeKey(db, key);
  }
  // Only for mailed links: one shown on a page says nothing about who reads the address.
  await recordMailedAddress(db, key, addressKey(recipient));
  log("info", "mail.queued", { draftId: draft.id, mailId: result.mailId });
  await context.sendJobs([result.jobId]);
}

const MAX_DRAFTS = 3;

/**
 * Mails new links for drafts whose links were mailed to this address before. Neither the reply nor its
 * timing tells whether there are any.
 * @throws Response 429.
 */
export async function mailLinksAgain(
  request: Request,
  context: AppContext,
  recipient: string,
): Promise<void> {
  await countMailedLink(context, request);
  const { scope, db, clock, ids, site } = context;
  const sendLinks = async () => {
    const drafts = await draftsMailedTo(db, addressKey(recipient), clock(), MAX_DRAFTS);
    for (const draft of drafts) {
      // Beyond the limit of links: anybody may request this, and the owner's links must keep working.
      const key = await issueResumeKey(db, draft.id, ids, clock());
      const url = `${site}/submit/continue/${key}`;
      await mailLink(context, draft, recipient, { url, key });
    }
  };
  scope.waitUntil(sendLinks().catch(scope.logFailure));
}
