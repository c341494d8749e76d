import { confirmationKey } from "~/domain/mail/confirmation";
import { readCorrections } from "~/domain/mail/correct-email.server";
import { predictMail } from "~/domain/mail/predict-mail.server";
import { recipientAddresses } from "~/domain/mail/recipient.server";
import { replyNote } from "~/domain/submission/music/early-release";
import { releaseDays } from "~/domain/submission/music/release-days";
import { labelledFiles } from "~/domain/submission/record/file-order";
import { releaseName } from "~/domain/submission/record/release-name";
import { sentProgress } from "~/domain/submission/record/release-progress";
import { signedStatusPath } from "~/domain/submission/record/status-page";
import { findSubmissionOfDraft } from "~/domain/submission/record/submission-store.server";
import { stageTexts } from "~/domain/submission/record/what-happens-next";
import type { Receipt } from "~/domain/submission/run/receipt";
import { findUpload } from "~/domain/uploads/receiving/upload-store.server";
import { previewOf } from "~/domain/uploads/upload";
import { formatBytes } from "~/platform/formats/bytes";
import { longDate, shortDay } from "~/platform/formats/dates";
import type { AppContext } from "~/session/app-context";

/** The receipt of a draft's submission; undefined while there is none. */
export async function receiptOf(
  { db, settings, clock, site }: Pick<AppContext, "db" | "settings" | "clock" | "site">,
  draftId: string,
): Promise<Receipt | undefined> {
  const submission = await findSubmissionOfDraft(db, draftId);
  if (!submission) return undefined;
  const { id: submissionId, reference, replyDueAt, createdAt, form } = submission;
  const recipient = (await recipientAddresses(db, [submission]))(submission);
  const { latest, canCorrect } = await readCorrections(db, submissionId);
  const dedupeKey = confirmationKey(submissionId, latest);
  const mail = { dedupeKey, kind: "confirmation" as const, recipient, submissionId };
  const now = new Date(createdAt);
  const statusPath = await signedStatusPath(settings.SIGNING_SECRET, submissionId, now);
  const { DELIVERY_WEEKS: deliveryWeeks } = settings;
  const progress = sentProgress({ ...submission, deliveryWeeks }, now);
  const texts = stageTexts(deliveryWeeks);
  const { full, firstSingle } = releaseDays(form);
  const firstDay = form.uploadType === "transfer" ? "" : (firstSingle ?? full);
  const artwork = form.artworkUploadId && (await findUpload(db, form.artworkUploadId));
  return {
    reference,
    replyDue: longDate(replyDueAt),
    release: releaseName(form),
    artistName: form.artistName,
    dateNote: replyNote(firstDay, now, replyDueAt),
    stages: progress.stages.map(({ name, state, day }) => {
      const by = name === "received" || name === "out" || !day ? "" : "by ";
      return { name, state, when: by + (day && shortDay(day, now)), text: texts[name] };
    }),
    artwork: artwork ? previewOf(artwork) : undefined,
    files: labelledFiles(form, submission.files).map(({ label, file }) => ({
      label,
      name: file.fileName,
      size: formatBytes(file.size),
      sha256: file.sha256,
    })),
    email: recipient,
    ...{ statusPath, statusUrl: site + statusPath },
    canCorrectEmail: canCorrect,
    ...(await predictMail(db, mail, settings, clock())),
    supportEmail: settings.SUPPORT_EMAIL,
  };
}
