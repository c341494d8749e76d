/** Minutes after which the session of a form is cleaned up (specification, portal, section 4). */
export const SESSION_MINUTES = 30;
/** Minutes between two clean-ups (specification, portal, section 9). */
export const CLEAN_UP_MINUTES = 5;
/** The hidden field of the Review form that carries its signed start. */
export const START_FIELD = "formStart";

/** The button by which whoever presses it says that they are a person. */
export const CONFIRM_INTENT = "confirm";

/** The hidden field that carries the signed time of a first confirming press. */
export const CONFIRM_FIELD = "confirmStart";

const MINUTE = 60_000;

/** Sessions started before this time are stale: what a clean-up deletes by. */
export function staleBefore(now: Date): Date {
  return new Date(now.getTime() - SESSION_MINUTES * MINUTE);
}

/** Whether it is time to clean up again; `last` is undefined when that never happened. */
export function isCleanUpDue(last: Date | undefined, now: Date): boolean {
  return !last || now.getTime() - last.getTime() >= CLEAN_UP_MINUTES * MINUTE;
}
