import { longDate } from "~/platform/formats/dates";
import { lastOf } from "~/platform/formats/last-of";

/** A status that a submission has had; times are ISO strings. */
export interface PastStatus {
  status: string;
  at: string;
  /** Why, in the team's words. */
  reason?: string | undefined;
  /** Of the batch that wrote it, and its mail; missing where none did. */
  id?: string | undefined;
}

/** A step on a submission's way: behind it, where it is now, or ahead. */
export interface TimelineStep {
  name: string;
  state: "done" | "now" | "ahead";
  /** When it was reached, where that is known; an ISO time. */
  at?: string | undefined;
  text?: string | undefined;
}

/** What the way of a submission is told from. */
interface TimelineInput {
  createdAt: string;
  openedAt: string | null;
  replyDueAt: string;
  history: readonly PastStatus[];
}

const isPending = ({ status }: PastStatus) => status.trim().toLowerCase() === "pending";
const label = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);

/** The statuses since it was last pending: a submission that is set back is reviewed once more. */
function decisionsSincePending(history: readonly PastStatus[]): readonly PastStatus[] {
  const last = lastOf(history.filter(isPending));
  return last ? history.slice(history.lastIndexOf(last) + 1) : history;
}

/** Why a submission is not approved, in the team's words; undefined where it is, or nobody said. */
export function rejectionReason(history: readonly PastStatus[]): string | undefined {
  const last = lastOf(history);
  return last && !isPending(last) ? last.reason?.trim() || undefined : undefined;
}

function replyText({ replyDueAt }: TimelineInput, now: Date): string {
  const due = longDate(replyDueAt);
  return replyDueAt >= now.toISOString()
    ? `Our reply is due by ${due}.`
    : `Our reply was due by ${due}. We're late, and we're sorry: your submission isn't forgotten.`;
}

/** The way of a submission: received, opened by a person, in review, decided, and what came after. */
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
    // Decided on the board, nobody has opened it here: a person did all the same.
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
