import type { AppLoadContext } from "@remix-run/cloudflare";
import { longDate } from "~/platform/formats/dates";
import { releaseName } from "~/submission/record/release-name";
import { findSubmissionOfDraft } from "~/submission/record/submission-store.server";
import type { Receipt } from "~/submission/run/receipt";

/** The receipt of the submission that came of this draft; undefined while there is none. */
export async function receiptOf(
  { db, settings }: Pick<AppLoadContext, "db" | "settings">,
  draftId: string,
): Promise<Receipt | undefined> {
  const submission = await findSubmissionOfDraft(db, draftId);
  if (!submission) return undefined;
  const { reference, replyDueAt, form, email } = submission;
  return {
    reference,
    replyDue: longDate(replyDueAt),
    release: releaseName(form),
    email,
    sendsMail: Boolean(settings.SMTP_HOST),
    supportEmail: settings.SUPPORT_EMAIL,
  };
}
