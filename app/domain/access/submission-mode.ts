import * as v from "valibot";

export const modeSchema = v.object({
  submissionsEnabled: v.boolean(),
  updatedAt: v.optional(v.string()),
  updatedBy: v.optional(v.string()),
  /** Displayed to artists while submissions are closed. */
  note: v.optional(v.string()),
});

export type SubmissionMode = v.InferOutput<typeof modeSchema>;

export interface ReadMode extends SubmissionMode {
  /** Set if it could not be read, which counts as enabled. */
  unread?: true;
}

export const MAX_NOTE = 500;

export const normalizeNote = (text: string) => text.replaceAll("\r\n", "\n").trim();

export const noteSchema = v.pipe(
  v.string(),
  v.transform(normalizeNote),
  v.maxLength(MAX_NOTE, `The note must have at most ${MAX_NOTE} characters.`),
);

export const MODE_NOT_STORED =
  "Nothing changed, because we couldn't save the setting. Try again in a minute.";

export const MODE_UNREAD =
  "Nothing was saved, because we couldn't read the setting. Try again in a minute.";

/** The mode as displayed when staff changed it, to detect concurrent changes. */
export interface SeenMode {
  submissionsEnabled: boolean;
  note: string;
  /** Empty if it was never set. */
  updatedAt: string;
}

export interface ModeConflict {
  action: "opened" | "closed" | "noted";
  actorName: string | undefined;
  changedAt: string | undefined;
}

const actionTexts = {
  opened: "opened submissions",
  closed: "closed submissions",
  noted: "changed the note",
} as const satisfies Record<ModeConflict["action"], string>;

export function modeConflictText(conflict: ModeConflict, formatTime: (at: string) => string) {
  const timeText = conflict.changedAt === undefined ? "" : ` (${formatTime(conflict.changedAt)})`;
  return `${conflict.actorName ?? "Somebody"} ${actionTexts[conflict.action]}${timeText} while you had this page open, so nothing of yours was saved. Check the page first.`;
}

export const WAITING_PATH = "/submit/waiting-list";

export const CLOSED_TEXT =
  "We are not taking new submissions just now, but anybody can join our waiting list. If you have started a submission, you can still finish it.";
