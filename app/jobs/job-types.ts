import * as v from "valibot";

const forSubmission = v.object({
  submissionId: v.string("no-such-submission"),
  subject: v.string(),
});

/** Work without a submission, such as for a waiting list entry, whose id is the subject. */
const forEntry = v.object({ submissionId: v.nullable(v.string()), subject: v.string() });

/** Payload of each type. The message of a schema is the code in the log. */
export const jobPayloads = {
  /** The subject is set to update an item again. */
  "sync-board": forSubmission,
  "confirm-by-mail": forSubmission,
  /** Also for waiting list entries; the subject is the decision. */
  "set-board-status": forSubmission,
  "read-board-status": forSubmission,
  /** The subject is the status, and why the portal has not taken it over. */
  "refuse-board-status": forSubmission,
  "process-clip": forSubmission,
  "mirror-drive": forSubmission,
  /** The subject is what is delivered, and its version. */
  "deliver-release": forSubmission,
  /** The subject is the id of the upload. */
  "measure-track": forSubmission,
  "sync-waiting-list": forEntry,
  "confirm-waiting-list": forEntry,
  /** The subject is the id of the mailing. */
  "mail-links": forEntry,
  "make-agreement-pdf": forEntry,
  "send-mail": v.object({ submissionId: v.nullable(v.string()), subject: v.string() }),
};

export type JobType = keyof typeof jobPayloads;

export type JobPayload<T extends JobType> = v.InferOutput<(typeof jobPayloads)[T]>;
