import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Staff } from "~/platform/principal";
import { within } from "~/platform/time-limit";
import { refusal } from "./refusal";
import { type Asked, requireStaff } from "./require-staff";

/** A page whose database says nothing tells so, in place of waiting for it. */
const ANSWERS_WITHIN_SECONDS = 10;

const NOT_READ = "We can't read this page's data just now. Try again in a minute.";

/** What of the portal a page of staff needs to tell that it could not be read. */
export interface StaffAsked extends Asked {
  scope: Asked["scope"] & Pick<AppLoadContext["scope"], "logFailure">;
}

/**
 * Guards what is for staff, as {@link requireStaff} does, and reads what their page shows.
 * @throws Response what the guard or the reading refuses with; 503 where either fails, or says nothing for
 * ten seconds.
 */
export async function answerStaff<T>(
  context: StaffAsked,
  read: (staff: Staff) => T | Promise<T>,
): Promise<T> {
  try {
    const staff = await requireStaff(context);
    return await within(ANSWERS_WITHIN_SECONDS, Promise.resolve(read(staff)));
  } catch (error) {
    if (error instanceof Response) throw error;
    context.scope.logFailure(error);
    throw refusal(503, NOT_READ);
  }
}
