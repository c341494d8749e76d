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

/** A note as it is kept: line breaks stay. */
export const tidyNote = (text: string) => text.replaceAll("\r\n", "\n").trim();

/** The note as staff type it. */
export const noteSchema = v.pipe(
  v.string(),
  v.transform(tidyNote),
  v.maxLength(MAX_NOTE, `The note must have at most ${MAX_NOTE} characters.`),
);

/** For staff, where the switch did not move. */
export const MODE_NOT_STORED =
  "Nothing has changed: the store that keeps the switch did not take it. Try again in a minute.";

/** For staff, where a note was to be saved with the mode as it stands, and nobody knows how it stands. */
export const MODE_UNREAD =
  "Nothing was saved: the switch can't be read just now, so nobody knows whether submissions are open. Try again in a minute.";

/** How staff were shown the mode when they set it. */
export interface SeenMode {
  submissionsEnabled: boolean;
  note: string;
  /** Empty where nobody had ever set it. */
  updatedAt: string;
}

/** What a colleague has done with the mode since it was shown. */
export interface ModeConflict {
  done: "opened" | "closed" | "noted";
  by: string | undefined;
  at: string | undefined;
}

const deeds = {
  opened: "opened submissions",
  closed: "closed submissions",
  noted: "changed the note",
} as const satisfies Record<ModeConflict["done"], string>;

/** What staff are told who come second: what was done, and that theirs changed nothing. */
export function modeConflictText(news: ModeConflict, words: (at: string) => string): string {
  const when = news.at === undefined ? "" : `, ${words(news.at)},`;
  return `${news.by ?? "Somebody"} has ${deeds[news.done]}${when} while you had this page open. Nothing of yours was saved. Look at it again first.`;
}

/** The page of the waiting list, which stands in for the wizard while submissions are closed. */
export const WAITING_PATH = "/submit/waiting-list";

/** For whoever would begin a submission while none are taken. */
export const CLOSED_TEXT =
  "We are not taking new submissions just now, but anybody can join our waiting list. What was begun before can be finished as ever.";
