import type { StepConflict } from "./autosave-state";

// All in milliseconds.

export const SAVE_DELAY_MS = 1_000;
/** The longest delay while somebody types without a pause. */
export const MAX_SAVE_DELAY_MS = 8_000;
export const TIMEOUT_MS = 15_000;
/** The first pause after a failure; it doubles with each further one. */
export const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

/** The delay until what was typed since `since` is sent, if no key follows. */
export function saveDelay(since: number, now: number): number {
  return Math.min(SAVE_DELAY_MS, Math.max(0, since + MAX_SAVE_DELAY_MS - now));
}

/** @param failures in a row before this one. @param minMs the server's Retry-After. */
export function saveRetryDelay(failures: number, minMs = 0): number {
  return Math.max(Math.min(RETRY_MS * 2 ** failures, MAX_RETRY_MS), minMs);
}

/** Something was typed since this time (milliseconds) and is sent when the timer fires. */
export interface Typing {
  since: number;
  stopTimer: () => void;
}

/** In `resting` and `conflict` nothing happens by itself. */
export type Activity =
  | { name: "resting" }
  | ({ name: "typing" } & Typing)
  /** `typing`: meanwhile. `hurry`: what is typed meanwhile is sent right after this. */
  | { name: "sending"; hurry: boolean; typing?: Typing }
  | { name: "retrying"; stopTimer: () => void }
  | { name: "conflict"; conflict: StepConflict }
  /** The page was left; one attempt may still be running. */
  | { name: "retired"; sending: boolean };

/** What was typed and is not being sent yet. */
export function currentTyping(activity: Activity): Typing | undefined {
  if (activity.name === "typing") return activity;
  return activity.name === "sending" ? activity.typing : undefined;
}

/** Cancels whatever the engine would do later. */
export function stopTimers(activity: Activity): void {
  if (activity.name === "retrying") activity.stopTimer();
  currentTyping(activity)?.stopTimer();
}
