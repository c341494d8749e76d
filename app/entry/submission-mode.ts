import * as v from "valibot";

export const modeSchema = v.object({
  submissionsEnabled: v.boolean(),
  updatedAt: v.optional(v.string()),
  updatedBy: v.optional(v.string()),
  /** What artists read while submissions are closed. */
  note: v.optional(v.string()),
});

/** Whether the full wizard is open, or the waiting list; who has said so, and when. */
export type SubmissionMode = v.InferOutput<typeof modeSchema>;

/** The mode as it was read. */
export interface ReadMode extends SubmissionMode {
  /** It could not be read, and is taken for enabled. */
  unread?: true;
}

/** Characters of the note that artists read while submissions are closed. */
export const MAX_NOTE = 500;

/** The note as staff type it; line breaks stay. */
export const noteSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll("\r\n", "\n").trim()),
  v.maxLength(MAX_NOTE, `The note must have at most ${MAX_NOTE} characters.`),
);

/** For staff, where the switch did not move. */
export const MODE_NOT_STORED =
  "Nothing has changed: the store that keeps the switch did not take it. Try again in a minute.";

/** The page of the waiting list, which stands in for the wizard while submissions are closed. */
export const WAITING_PATH = "/submit/waiting-list";

/** For whoever would begin a submission while none are taken. */
export const CLOSED_TEXT =
  "We are not taking new submissions just now, but anybody can join our waiting list. What was begun before can be finished as ever.";
