import { confirmationMail } from "~/mail/confirmation";
import { findSubmission } from "~/submission/submission-store.server";
import { type MailRoom, postMail } from "./mail-room";
import type { JobHandler } from "./run-job";

/** Writes the artist's confirmation into the outbox, once. */
export function confirmByMail(room: MailRoom): JobHandler {
  return {
    async run({ submissionId }) {
      const submission = submissionId ? await findSubmission(room.db, submissionId) : undefined;
      if (!submission) return { kind: "failed", reason: "no-such-submission" };
      const written = await postMail(room, confirmationMail(submission, room.brand));
      return { kind: "done", reason: written ? undefined : "known" };
    },
  };
}
