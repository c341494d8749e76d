import * as v from "valibot";
import type { RejectionAnswer } from "~/domain/submission/record/fix-link";
import { flag } from "~/forms/fields";
import {
  canFollow,
  entryStatuses,
  INITIAL_STATUS,
  INVITED,
  needsReason,
  openStatuses,
  type SubmissionStatus,
  statusesInWords,
  statusFacts,
  submissionStatuses,
} from "~/reference/statuses";
import type { ReviewKind } from "./queue-filter";
import type { LatestDecision } from "./status-history.server";

/** In characters: the board's column holds 2,000. */
export const MAX_REASON = 1_500;
export const MAX_NOTE = 4_000;

/** Text of several lines, as typed. */
export const textSchema = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\r\n?/g, "\n").trim()),
);

export const REASON_MISSING = "A rejection needs a reason. The artist reads it in their email.";

export const REASON_TOO_LONG = `The reason must have at most ${MAX_REASON} characters.`;

export const decisionSchema = v.pipe(
  v.object({
    status: v.picklist(submissionStatuses, "Choose a status from the list."),
    reason: v.pipe(textSchema, v.maxLength(MAX_REASON, REASON_TOO_LONG)),
    /** Staff confirm that the artist signed on paper. */
    onPaper: v.optional(flag),
  }),
  v.forward(
    v.partialCheck(
      [["status"], ["reason"]],
      ({ status, reason }) => !needsReason(status) || reason !== "",
      REASON_MISSING,
    ),
    ["reason"],
  ),
);
/** A new status; `changes` asks the artist to change something, and shows as pending. */
export type Decision = v.InferOutput<typeof decisionSchema> & {
  changes?: true;
  /** What a rejection means, by its saved reasons. */
  answer?: RejectionAnswer | undefined;
};

export const CHANGES_MISSING = "Write what the artist should change. They read it in their email.";

/** The form that asks the artist for changes. */
export const changesSchema = v.object({
  reason: v.pipe(
    textSchema,
    v.minLength(1, CHANGES_MISSING),
    v.maxLength(MAX_REASON, `The text must have at most ${MAX_REASON} characters.`),
  ),
});

/** The decision that asks for changes. */
export const changesDecision = (reason: string): Decision => ({
  status: INITIAL_STATUS,
  reason,
  changes: true,
});

export const CHANGES_NOT_ALLOWED = `You can ask for changes only while the submission is ${statusesInWords(openStatuses)}, and no new version was sent.`;

/** Whether the artist of an entry can be asked for changes, as far as its row tells. */
export const canAskForChanges = ({ kind, status }: { kind: ReviewKind; status: string }): boolean =>
  kind === "submission" && openStatuses.some((open) => open === status);

/** The statuses that staff can give an entry, or those of several entries, which have different ones. */
export const statusesFor = (kind: ReviewKind, current = ""): readonly SubmissionStatus[] =>
  (kind === "waiting" ? entryStatuses : submissionStatuses).filter((status) =>
    canFollow(current, status),
  );

/** The keys that give an entry a status, by the alphabet. */
export const statusKeys = submissionStatuses
  .flatMap((status) => {
    const shortcut = statusFacts(status)?.shortcut;
    return shortcut ? [{ status, ...shortcut }] : [];
  })
  .sort((a, b) => (a.key < b.key ? -1 : 1));

export const STATUS_NOT_ALLOWED = `An entry of the waiting list can only be ${statusesInWords(entryStatuses)}.`;

export const NOT_NEXT = "It cannot get this status from the one that it has.";

export const ALREADY_INVITED =
  "You invited this artist, and that is your reply. Decide on what they submit. If the link is unused, you can also deactivate it first.";

export const UNSIGNED =
  "The artist hasn't signed the agreement, so the release can't be out. Have they signed it on paper? Then tick the box.";
/** For bulk decisions, which have no checkbox. */
export const UNSIGNED_OF_SEVERAL =
  "Its artist hasn't signed the agreement. Open it if they signed on paper.";

/** Why an entry cannot get a status, as far as its row tells. */
export function decisionError(
  { kind, status }: { kind: ReviewKind; status: string },
  newStatus: SubmissionStatus,
): "unfit" | "invited" | "not-next" | undefined {
  if (kind === "waiting" && status === INVITED) return "invited";
  if (!statusesFor(kind).includes(newStatus)) return "unfit";
  return canFollow(status, newStatus) ? undefined : "not-next";
}

export const noteSchema = v.object({
  note: v.pipe(
    textSchema,
    v.minLength(1, "Write the note first."),
    v.maxLength(MAX_NOTE, `A note must have at most ${MAX_NOTE} characters.`),
  ),
});

/** An empty note is allowed: it removes the note. */
export const artistNoteSchema = v.object({
  artistNote: v.pipe(
    textSchema,
    v.maxLength(MAX_NOTE, `A note must have at most ${MAX_NOTE} characters.`),
  ),
});

/** The note that the form displayed. */
export const displayedNoteSchema = v.optional(textSchema);

/** An entry as its form displayed it. */
export interface ItemVersion {
  id: string;
  /** Number of status changes. */
  revision: number;
}

export const serializeItemVersion = ({ id, revision }: ItemVersion) => `${id}:${revision}`;

export function parseItemVersion(text: string): ItemVersion | undefined {
  const [, id, revision] = /^([\w-]{1,64}):(\d{1,6})$/.exec(text) ?? [];
  return id && revision ? { id, revision: Number(revision) } : undefined;
}

/** Why a decision was not undone. */
export const undoRefusalTexts = {
  late: "This can't be undone any more. If the status is wrong, set another one.",
} as const;

/** Tells whoever decided second who was first, and that nothing of theirs changed. Its time is in ISO format. */
export function conflictText({ status, by, at, changes, isOwn }: LatestDecision): string {
  const who = isOwn ? "You have" : `${by ?? "A colleague"} has`;
  const change = changes
    ? `${who} asked the artist for changes`
    : `${by ? `${who} set this` : "On the board this has been set"} to ${status}`;
  const moment = isOwn ? "since you opened this page" : "while you were deciding";
  return `${change}, ${at}, ${moment}. Nothing ${isOwn ? "else" : "of yours"} was changed or sent. Look at it again before you decide.`;
}

/** Tells whoever wrote second who was first, and that nothing of theirs changed. Its time is in ISO format. */
export function noteConflictText(
  last: { staffName: string; createdAt: string } | undefined,
): string {
  const subject = last ? `${last.staffName} has changed this, ${last.createdAt},` : "This changed";
  return `${subject} while you were writing. Nothing of yours was saved. Look at it again before you save.`;
}
