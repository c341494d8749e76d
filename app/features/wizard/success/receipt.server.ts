import { confirmationKey } from "~/domain/mail/confirmation";
import { readCorrections } from "~/domain/mail/correct-email.server";
import { predictMail } from "~/domain/mail/predict-mail.server";
import { recipientAddresses } from "~/domain/mail/recipient.server";
import { labelledFiles } from "~/domain/submission/record/file-order";
import { releaseName } from "~/domain/submission/record/release-name";
import { signedStatusPath } from "~/domain/submission/record/status-page";
import { findSubmissionOfDraft } from "~/domain/submission/record/submission-store.server";
import type { Receipt } from "~/domain/submission/run/receipt";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { previewOf } from "~/domain/uploads/upload";
import { formatBytes } from "~/platform/formats/bytes";
import { longDate } from "~/platform/formats/dates";
import type { AppContext } from "~/session/app-context";

/** The receipt of a draft's submission; undefined while there is none. */
export async function receiptOf(
  { db, settings, clock }: Pick<AppContext, "db" | "settings" | "clock">,
  draftId: string,
): Promise<Receipt | undefined> {
  const submission = await findSubmissionOfDraft(db, draftId);
  if (!submission) return undefined;
  const { id: submissionId, reference, replyDueAt, createdAt, form } = submission;
  const recipient = (await recipientAddresses(db, [submission]))(submission);
  const { latest, canCorrect } = await readCorrections(db, submissionId);
  const dedupeKey = confirmationKey(submissionId, latest);
  const mail = { dedupeKey, kind: "confirmation" as const, recipient, submissionId };
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
    statusPath: await signedStatusPath(settings.SIGNING_SECRET, submissionId, new Date(createdAt)),
    canCorrectEmail: canCorrect,
    ...(await predictMail(db, mail, settings, clock())),
    supportEmail: settings.SUPPORT_EMAIL,
  };
}
