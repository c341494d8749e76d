import type { ReleaseStage } from "~/reference/statuses";
import { REPLY_BUSINESS_DAYS } from "../music/release-dates";

/**
 * What happens at each stage of a release, for the page and the mail after its submission.
 * @param deliveryWeeks as DELIVERY_WEEKS.
 */
export const stageTexts = (deliveryWeeks: number): Readonly<Record<ReleaseStage, string>> => ({
  received: "Your files are stored and checked.",
  "listened to":
    "You get a yes, or a no with its reason. If something can be mended, the email has the link to do it.",
  agreed: "You read and sign the agreement. Your co-writers confirm their shares by a link each.",
  delivered: `We send it to the stores, ${deliveryWeeks === 1 ? "a week" : `${deliveryWeeks} weeks`} ahead.`,
  out: "It is in the stores.",
});

/** After joining the waiting list, where the last day is counted in business days. */
export function nextStepsAfterJoining({ due, to }: { due: string; to?: string | undefined }) {
  return [
    "Our team listens to your link.",
    `We reply${to ? ` to ${to}` : ""} within 7-${REPLY_BUSINESS_DAYS} days. Weekends don't count, so by ${due} at the latest.`,
    "If we'd like your release, our reply has your own link to send it.",
  ];
}
