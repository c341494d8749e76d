import type { Staff } from "~/platform/principal";
import { withTimeout } from "~/platform/timeout";
import type { AppContext } from "~/session/app-context";
import { refusal } from "~/session/refusal";
import { requireStaff, type StaffDeps } from "~/session/require-staff";

const TIMEOUT_SECONDS = 10;

const NOT_READ = "We can't read this page's data just now. Try again in a minute.";

interface AnswerDeps extends StaffDeps {
  scope: StaffDeps["scope"] & Pick<AppContext["scope"], "logFailure">;
}

/**
 * Runs the database work of a staff page.
 * @param seconds timeout; longer if an external service is called.
 * @throws Response what the task throws; 503 on failure or timeout.
 */
export async function runOrUnavailable<T>(
  { scope }: AnswerDeps,
  task: () => T | Promise<T>,
  seconds = TIMEOUT_SECONDS,
): Promise<T> {
  try {
    return await withTimeout(seconds, Promise.resolve(task()));
  } catch (error) {
    if (error instanceof Response) throw error;
    scope.logFailure(error);
    throw refusal(503, NOT_READ);
  }
}

/**
 * Requires staff, see {@link requireStaff}, and loads their page.
 * @param seconds see {@link runOrUnavailable}.
 * @throws Response what the guard or the loading throws; 503 on failure or timeout.
 */
export async function loadForStaff<T>(
  context: AnswerDeps,
  read: (staff: Staff) => T | Promise<T>,
  seconds?: number,
): Promise<T> {
  const staff = await runOrUnavailable(context, () => requireStaff(context));
  return runOrUnavailable(context, () => read(staff), seconds);
}
