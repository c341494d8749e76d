import { longDate } from "~/platform/formats/dates";
import { lastOf } from "~/platform/formats/last-of";

/** Times are ISO strings. */
export interface PastStatus {
  status: string;
  at: string;
  reason?: string | undefined;
  id?: string | undefined;
}

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
  history: readonly PastStatus[];
}

const isPending = ({ status }: PastStatus) => status.trim().toLowerCase() === "pending";
const label = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);

/**
 * A submission that is set back to pending is reviewed again, so earlier decisions do not count.
 */
function decisionsSincePending(history: readonly PastStatus[]): readonly PastStatus[] {
  const last = lastOf(history.filter(isPending));
  return last ? history.slice(history.lastIndexOf(last) + 1) : history;
}

export function rejectionReason(history: readonly PastStatus[]): string | undefined {
  const last = lastOf(history);
  return last && !isPending(last) ? last.reason?.trim() || undefined : undefined;
}

function replyText({ replyDueAt }: TimelineInput, now: Date): string {
  const due = longDate(replyDueAt);
  return replyDueAt >= now.toISOString()
    ? `Our reply is due by ${due}.`
    : `Our reply was due by ${due}. We're late, and we're sorry. We haven't forgotten your submission.`;
}

/** The steps of a submission: received, opened, in review, decided, and later statuses. */
export function timelineOf(submission: TimelineInput, now: Date): TimelineStep[] {
  const { createdAt, openedAt, history } = submission;
  const [decision, ...later] = decisionsSincePending(history);
  const isOpened = openedAt !== null;
  const firstStep: TimelineStep = { name: "Received", state: "done", at: createdAt };
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
    // A decision on the board counts as opened, without a time.
    {
      name: "Opened by a person",
      at: openedAt !== null && openedAt < decision.at ? openedAt : undefined,
    },
    { name: "In review" },
    { name: "Decided", at: decision.at, text: label(decision.status) },
    ...later.map(({ status, at }) => ({ name: label(status), at })),
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
