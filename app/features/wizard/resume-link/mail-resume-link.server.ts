import * as v from "valibot";
import { addressKey } from "~/domain/mail/mailbox";
import { queueMail } from "~/domain/mail/outbox.server";
import { resumeLinkMail } from "~/domain/mail/resume-link";
import type { Draft } from "~/domain/submission/draft/draft";
import { draftsMailedTo } from "~/domain/submission/draft/mailed-drafts.server";
import {
  deleteResumeKey,
  issueResumeKey,
  recordMailedAddress,
} from "~/domain/submission/draft/resume-keys.server";
import { longDate } from "~/platform/formats/dates";
import { sha256Hex } from "~/platform/hash";
import type { Ids } from "~/platform/ids";
import { MAX_WINDOW_SECONDS } from "~/platform/rate/rate-limit.server";
import type { AppContext } from "~/session/app-context";
import { checkSize } from "~/session/open-visitor-draft.server";
import { retryLaterResponse, throwIfLimited } from "~/session/refusal";
import { countResumeLink, issueLink } from "~/session/resume-link.server";
import { limitShared } from "~/session/visitor-limits.server";

export const resumeReplySchema = v.object({
  url: v.optional(v.string()),
  mailedTo: v.optional(v.string()),
  /** Mail is off: the link is to be copied instead. */
  notMailed: v.optional(v.boolean()),
});
export type ResumeLinkReply = v.InferOutput<typeof resumeReplySchema>;

const TOO_MANY_MAILED =
  "Too many links were emailed from networks near yours today, so we did not send this one. Copy the link instead, or try again tomorrow.";

/**
 * Counts a mailed link: each network has a daily share of the mail server's limit.
 * @throws Response 429 where the share is used up, 503 while the database is full.
 */
async function countMailedLink(context: AppContext, request: Request): Promise<void> {
  await countResumeLink(context);
  const { settings, clock } = context;
  const dailyLimit = { limit: settings.LIMIT_LINK_MAILS_PER_DAY, seconds: MAX_WINDOW_SECONDS };
  throwIfLimited(
    context,
    await limitShared(context, request, "link mails", dailyLimit, clock()),
    TOO_MANY_MAILED,
  );
  const full = await checkSize(context);
  if (full) throw retryLaterResponse(context, full);
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
export async function mailLinksAgain(request: Request, context: AppContext, recipient: string) {
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
