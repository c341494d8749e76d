/** Minutes after which a form session is cleaned up (specification, portal, section 4). */
export const SESSION_MINUTES = 30;
/** Minutes between two clean-ups (specification, portal, section 9). */
export const CLEAN_UP_MINUTES = 5;
/** The hidden field of the Review form that carries its signed start. */
export const START_FIELD = "formStart";

/** The intent of the button 'I am a person'. */
export const CONFIRM_INTENT = "confirm";

/** The hidden field with the signed time of the first press of that button. */
export const CONFIRM_FIELD = "confirmStart";

const MINUTE = 60_000;

export function staleBefore(now: Date): Date {
  return new Date(now.getTime() - SESSION_MINUTES * MINUTE);
}

/** Whether it is time to clean up; `last` is undefined before the first time. */
export function isCleanUpDue(last: Date | undefined, now: Date): boolean {
  return !last || now.getTime() - last.getTime() >= CLEAN_UP_MINUTES * MINUTE;
}
