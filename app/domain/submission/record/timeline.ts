import * as v from "valibot";
import { longDate } from "~/platform/formats/dates";
import { lastOf } from "~/platform/formats/last-of";
import { statusFacts, statusLabel } from "~/reference/statuses";
import { rejectionAnswers } from "./fix-link";
import type { PendingAction } from "./pending-actions";

/** Times are ISO strings. */
export const pastStatusSchema = v.object({
  status: v.string(),
  at: v.string(),
  reason: v.optional(v.string()),
  id: v.optional(v.string()),
  /** What a rejection means, by its saved reason. */
  answer: v.optional(v.picklist(rejectionAnswers)),
  /** The status that was undone, where that has brought this one back. */
  undone: v.optional(v.string()),
});
export type PastStatus = v.InferOutput<typeof pastStatusSchema>;

export interface TimelineStep {
  name: string;
  state: "done" | "now" | "ahead";
  at?: string | undefined;
  text?: string | undefined;
}

interface TimelineInput {
  createdAt: string;
  openedAt: string | null;
  replyDueAt: string;
  /** When the artist was asked for changes. */
  changesAskedAt?: string | null;
  actions?: readonly PendingAction[];
  history: readonly PastStatus[];
}

const isPending = ({ status }: PastStatus) => statusFacts(status)?.waitsFor === "review";

/**
 * A submission that is set back to pending is reviewed again, so earlier decisions do not count.
 */
function decisionsSincePending(history: readonly PastStatus[]): readonly PastStatus[] {
  const last = lastOf(history.filter(isPending));
  return last ? history.slice(history.lastIndexOf(last) + 1) : history;
}

/** A history without the decisions that were undone: the artist was never told of them. */
export function withoutUndone<T extends PastStatus>(history: readonly T[]): T[] {
  const validStatuses: T[] = [];
  for (const entry of history) {
    if (entry.undone === undefined) validStatuses.push(entry);
    else validStatuses.pop();
  }
  return validStatuses;
}
/** What the team wrote with the last status. */
export const lastReason = (history: readonly PastStatus[]): string | undefined =>
  lastOf(history)?.reason?.trim() || undefined;

/** The column `status_history`, without what was undone. */
export const pastStatusesSchema = v.pipe(
  v.array(pastStatusSchema),
  v.transform((history) => withoutUndone(history)),
);

export function rejectionReason(history: readonly PastStatus[]): string | undefined {
  const last = lastOf(history);
  return last && !isPending(last) ? lastReason(history) : undefined;
}

function replyText({ replyDueAt }: TimelineInput, now: Date): string {
  const due = longDate(replyDueAt);
  return replyDueAt >= now.toISOString()
    ? `Our reply is due by ${due}.`
    : `Our reply was due by ${due}. We're late, and we're sorry. We haven't forgotten your submission.`;
}

const YOUR_TURN = "Change what we asked for, and send it again.";

/** The steps of a submission: received, opened, in review, decided, and later statuses. */
export function timelineOf(submission: TimelineInput, now: Date): TimelineStep[] {
  const { createdAt, openedAt, history } = submission;
  const [decision, ...later] = decisionsSincePending(history);
  const isOpened = openedAt !== null;
  const firstStep: TimelineStep = { name: "Received", state: "done", at: createdAt };
  if (submission.changesAskedAt && submission.actions?.includes("make-changes"))
    return [
      firstStep,
      { name: "Opened by a person", state: "done", at: openedAt ?? undefined },
      { name: "Changes wanted", state: "now", at: submission.changesAskedAt, text: YOUR_TURN },
      { name: "Decided", state: "ahead" },
    ];
  if (!decision)
    return [
      firstStep,
      isOpened
        ? { name: "Opened by a person", state: "done", at: openedAt }
        : { name: "Opened by a person", state: "now", text: "It's in our queue." },
      { name: "In review", state: isOpened ? "now" : "ahead" },
      { name: "Decided", state: "ahead", text: replyText(submission, now) },
    ];
  const steps = [
    // Who decided on the board has opened it by then.
    {
      name: "Opened by a person",
      at: openedAt !== null && openedAt < decision.at ? openedAt : decision.at,
    },
    { name: "In review" },
    { name: "Decided", at: decision.at, text: statusLabel(decision.status) },
    ...later.map(({ status, at }) => ({ name: statusLabel(status), at })),
  ];
  const last = steps.length - 1;
  return [
    firstStep,
    ...steps.map((step, index) => ({
      ...step,
      state: index === last ? ("now" as const) : ("done" as const),
    })),
  ];
}
