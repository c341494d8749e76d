import { confirmationKey } from "~/domain/mail/confirmation";
import { predictMail } from "~/domain/mail/predict-mail.server";
import { recipientAddresses } from "~/domain/mail/recipient.server";
import { labelledFiles } from "~/domain/submission/record/file-order";
import { releaseName } from "~/domain/submission/record/release-name";
import { findSubmissionOfDraft } from "~/domain/submission/record/submission-store.server";
import type { Receipt } from "~/domain/submission/run/receipt";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { previewOf } from "~/domain/uploads/upload";
import { formatBytes } from "~/platform/formats/bytes";
import { longDate } from "~/platform/formats/dates";
import type { Portal } from "~/session/portal";

/** The receipt of a draft's submission; undefined while there is none. */
export async function receiptOf(
  { db, settings, clock }: Pick<Portal, "db" | "settings" | "clock">,
  draftId: string,
): Promise<Receipt | undefined> {
  const submission = await findSubmissionOfDraft(db, draftId);
  if (!submission) return undefined;
  const { id: submissionId, reference, replyDueAt, form } = submission;
  const recipient = (await recipientAddresses(db, [submission]))(submission);
  const kind = "confirmation" as const;
  const mail = { dedupeKey: confirmationKey(submissionId), kind, recipient, submissionId };
  const artwork = form.artworkUploadId && (await findUpload(db, form.artworkUploadId));
  return {
    reference,
    replyDue: longDate(replyDueAt),
    release: releaseName(form),
    artistName: form.artistName,
    artwork: artwork ? previewOf(artwork) : undefined,
    files: labelledFiles(form, submission.files).map(({ label, file }) => ({
      label,
      name: file.fileName,
      size: formatBytes(file.size),
      sha256: file.sha256,
    })),
    email: recipient,
    ...(await predictMail(db, mail, settings, clock())),
    supportEmail: settings.SUPPORT_EMAIL,
  };
}
