import * as v from "valibot";
import { type SubmissionStatus, submissionStatuses } from "~/board/board-labels";
import { entryStatuses, INVITED } from "~/entry/entry-status";
import { flag } from "~/forms/fields";
import type { ReviewKind } from "./queue-filter";

/** The most of a reason, in characters: the board's column holds 2,000, and a mail is to be read. */
export const MAX_REASON = 1_500;
/** The most of a note among staff. */
const MAX_NOTE = 4_000;

const textSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\r\n?/g, "\n").trim()),
);

const REASON_MISSING = "A rejection needs a reason. The artist reads it in their email.";

/** What staff decide: a status, and why. */
export const decisionSchema = v.pipe(
  v.object({
    status: v.picklist(submissionStatuses, "Choose a status from the list."),
    reason: v.pipe(
      textSchema,
      v.maxLength(MAX_REASON, `The reason must have at most ${MAX_REASON} characters.`),
    ),
    /** That the artist signed the agreement on paper, by the word of whoever decides. */
    onPaper: v.optional(flag),
  }),
  v.forward(
    v.partialCheck(
      [["status"], ["reason"]],
      ({ status, reason }) => status !== "rejected" || reason !== "",
      REASON_MISSING,
    ),
    ["reason"],
  ),
);
export type Decision = v.InferOutput<typeof decisionSchema>;

/** The statuses that staff may give an entry of the queue. */
export const statusesFor = (kind: ReviewKind): readonly SubmissionStatus[] =>
  kind === "waiting" ? entryStatuses : submissionStatuses;

/** Of an entry of the waiting list that gets a status which only a release can have. */
export const STATUS_NOT_ALLOWED =
  "An entry of the waiting list can only be Pending, Approved or Rejected.";

/** Of an entry of the waiting list whose artist was invited. */
export const ALREADY_INVITED =
  "This artist was invited, and that is the reply. Decide on what they submit; or deactivate the link first, if it is unused.";

/** Of a release that its artist has signed no agreement for. */
export const UNSIGNED =
  "The artist hasn't signed the agreement, so the release can't be out. Have they signed it on paper? Then tick the box.";
/** The same where there is no such box. */
export const UNSIGNED_OF_SEVERAL =
  "Its artist hasn't signed the agreement. Open it if they signed on paper.";

/** Why an entry of the queue does not get a status, as far as its row tells; undefined where it may. */
export function decisionError(
  { kind, status }: { kind: ReviewKind; status: string },
  newStatus: SubmissionStatus,
): "unfit" | "invited" | undefined {
  if (kind === "waiting" && status === INVITED) return "invited";
  return statusesFor(kind).includes(newStatus) ? undefined : "unfit";
}

/** What staff write to each other about an entry. */
export const noteSchema = v.object({
  note: v.pipe(
    textSchema,
    v.minLength(1, "Write the note first."),
    v.maxLength(MAX_NOTE, `A note must have at most ${MAX_NOTE} characters.`),
  ),
});

/** What staff say to the artist of a submission; nothing takes it away. */
export const artistNoteSchema = v.object({
  artistNote: v.pipe(
    textSchema,
    v.maxLength(MAX_NOTE, `A note must have at most ${MAX_NOTE} characters.`),
  ),
});

/** The note that its form was filled in with, as it is stored. */
export const seenNoteSchema = v.optional(textSchema);

/** An entry as whoever decides on it has seen it. */
export interface ItemVersion {
  id: string;
  /** How often its status had been set. */
  revision: number;
}

/** The same as one value of a form. */
export const serializeItemVersion = ({ id, revision }: ItemVersion) => `${id}:${revision}`;

/** The entry that a value of a form names; undefined where it names none. */
export function parseItemVersion(text: string): ItemVersion | undefined {
  const [, id, revision] = /^([\w-]{1,64}):(\d{1,6})$/.exec(text) ?? [];
  return id && revision ? { id, revision: Number(revision) } : undefined;
}

/** What whoever decided at the same time is told: whose word stands, and that theirs changed nothing. */
export function conflictText(
  { status, by, at }: { status: string; by?: string | undefined; at: string },
  words: (at: string) => string,
): string {
  const whose = by ? `${by} has set this` : "On the board this has been set";
  return `${whose} to ${status}, ${words(at)}, while you were deciding. Nothing of yours was changed or sent. Look at it again before you decide.`;
}

/** What whoever wrote at the same time is told: who was faster, and that theirs changed nothing. */
export function noteConflictText(
  last: { staffName: string; createdAt: string } | undefined,
  words: (at: string) => string,
): string {
  const whose = last
    ? `${last.staffName} has changed this, ${words(last.createdAt)},`
    : "This changed";
  return `${whose} while you were writing. Nothing of yours was saved. Look at it again before you save.`;
}
