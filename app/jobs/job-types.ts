import * as v from "valibot";

/** Work for one submission; `subject` is what of it, where there are several such jobs. */
const forSubmission = v.object({
  submissionId: v.string("no-such-submission"),
  subject: v.string(),
});

/** Work that belongs to no submission, as that for an entry of the waiting list, whose id is the subject. */
const forEntry = v.object({ submissionId: v.nullable(v.string()), subject: v.string() });

/**
 * What a job of each kind is about, as its row has it. The message of a schema is the code by which
 * the log names what is missing.
 */
export const jobPayloads = {
  /** Of an item that is written anew, the subject is the occasion. */
  "sync-board": forSubmission,
  "confirm-by-mail": forSubmission,
  /** Of a submission or an entry of the waiting list; the subject is the decision. */
  "set-board-status": forSubmission,
  /** Asks the board for the status of the submission's item, after an event of it. */
  "read-board-status": forSubmission,
  /** The subject is the clip: see `clipSubject`. */
  "process-clip": forSubmission,
  /** As for the board. */
  "mirror-drive": forSubmission,
  "sync-waiting-list": forEntry,
  "confirm-waiting-list": forEntry,
  /** Mails a list of links: the subject is the id of its row. */
  "mail-links": forEntry,
  /** Makes the PDF of an agreement that was signed here: the subject is the id of its request. */
  "make-agreement-pdf": forEntry,
  /** The subject is the mail's id; a mail with a sign-in link belongs to no submission. */
  "send-mail": v.object({ submissionId: v.nullable(v.string()), subject: v.string() }),
};

/** Every kind of background work. */
export type JobType = keyof typeof jobPayloads;

/** What a job of this kind is about. */
export type JobPayload<T extends JobType> = v.InferOutput<(typeof jobPayloads)[T]>;
