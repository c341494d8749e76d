import { confirmationMail } from "~/domain/mail/confirmation";
import { isLatestConfirmation } from "~/domain/mail/correct-email.server";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import type { JobHandler, JobKind, JobSubject } from "./job-kind";
import { enqueueMail, type MailDeps, mailDeps } from "./mail-deps";

/**
 * Queues the mail that confirms a submission to its artist, once. The subject is the number of the
 * correction of its address; a later one replaces it.
 */
export function confirmByMail(deps: MailDeps): JobHandler<JobSubject<"confirm-by-mail">> {
  return {
    async run({ submissionId, subject }) {
      const submission = await findSubmission(deps.db, submissionId);
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const mail = confirmationMail(submission, deps.brand, subject);
      const isLatest = isLatestConfirmation(submissionId, subject);
      const outcome = await enqueueMail(deps, mail, undefined, isLatest);
      return { kind: "done", reason: outcome ? undefined : "known" };
    },
  };
}

export const confirmByMailJob: JobKind<"confirm-by-mail"> = {
  type: "confirm-by-mail",
  heavy: false,
  run: (topic, services) => confirmByMail(mailDeps(services)).run(topic),
  onDeadLetter: (_, { notifyStaff }) => notifyStaff(),
};
