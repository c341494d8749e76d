import type { Staff } from "~/platform/principal";
import { withTimeout } from "~/platform/timeout";
import type { Portal } from "./portal";
import { refusal } from "./refusal";
import { requireStaff, type StaffDeps } from "./require-staff";

/** A page whose database says nothing tells so, in place of waiting for it. */
const ANSWERS_WITHIN_SECONDS = 10;

const NOT_READ = "We can't read this page's data just now. Try again in a minute.";

/** What of the portal a page of staff needs to tell that it could not be read. */
interface AnswerDeps extends StaffDeps {
  scope: StaffDeps["scope"] & Pick<Portal["scope"], "logFailure">;
}

/**
 * Does what a page of staff has to ask its database for.
 * @param seconds how long that may take: longer where a third party is asked as well.
 * @throws Response what the work refuses with; 503 where it fails, or says nothing in that time.
 */
export async function runOrUnavailable<T>(
  { scope }: AnswerDeps,
  work: () => T | Promise<T>,
  seconds = ANSWERS_WITHIN_SECONDS,
): Promise<T> {
  try {
    return await withTimeout(seconds, Promise.resolve(work()));
  } catch (error) {
    if (error instanceof Response) throw error;
    scope.logFailure(error);
    throw refusal(503, NOT_READ);
  }
}

/**
 * Guards what is for staff, as {@link requireStaff} does, and reads what their page shows.
 * @param seconds as {@link runOrUnavailable} takes them.
 * @throws Response what the guard or the reading refuses with; 503 where either fails, or says nothing in
 * that time.
 */
export async function loadForStaff<T>(
  context: AnswerDeps,
  read: (staff: Staff) => T | Promise<T>,
  seconds?: number,
): Promise<T> {
  const staff = await runOrUnavailable(context, () => requireStaff(context));
  return runOrUnavailable(context, () => read(staff), seconds);
}
