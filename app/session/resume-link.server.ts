import type { AppLoadContext } from "@remix-run/cloudflare";
import { queueMail } from "~/mail/outbox.server";
import { resumeLinkMail } from "~/mail/resume-link";
import { sha256Hex } from "~/platform/hash";
import type { Draft } from "~/submission/draft";
import { longDate } from "~/submission/release-dates";
import { issueResumeKey } from "~/submission/resume-keys.server";
import { refusal } from "./refusal";
import { visitorKey } from "./visitor";

/**
 * Makes a link that opens a draft on any device.
 * @returns the whole address, and the key in it.
 * @throws Response 429 for a visitor who makes links by the dozen.
 */
export async function makeResumeLink(
  request: Request,
  context: AppLoadContext,
  draft: Draft,
): Promise<{ url: string; key: string }> {
  const { db, clock, ids, settings, mayOpenDraft } = context;
  if (!(await mayOpenDraft(visitorKey(request))))
    throw refusal(429, "Too many links were made just now. Wait a minute, then try again.");
  const key = await issueResumeKey(db, draft.id, ids, clock());
  const site = settings.PUBLIC_URL ?? new URL(request.url).origin;
  return { url: `${site}/submit/continue/${key}`, key };
}

/**
 * Makes such a link and puts it into the outbox for this address.
 * @throws Response as {@link makeResumeLink}.
 */
export async function mailResumeLink(
  request: Request,
  context: AppLoadContext,
  draft: Draft,
  recipient: string,
): Promise<void> {
  const { db, clock, ids, settings, log } = context;
  const { url, key } = await makeResumeLink(request, context, draft);
  const mail = resumeLinkMail(
    {
      recipient,
      url,
      keyHash: await sha256Hex(key),
      until: longDate(draft.expiresAt.toISOString()),
    },
    { name: settings.BRAND_NAME, supportEmail: settings.SUPPORT_EMAIL },
  );
  const written = await queueMail(db, mail, clock(), ids);
  if (!written) return;
  log("info", "mail.queued", { draftId: draft.id, mailId: written.mailId });
  await context.sendJobs([written.jobId]);
}
