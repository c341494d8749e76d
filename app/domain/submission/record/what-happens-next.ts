import { REPLY_BUSINESS_DAYS } from "../music/release-dates";

/**
 * What happens after a submission, for its page and its mail.
 * @param due the promised day as text. @param to the address of the reply, where it may be shown.
 */
export function whatHappensNext({ due, to }: { due: string; to?: string | undefined }): string[] {
  return [
    "Our team listens to your release.",
    `We reply${to ? ` to ${to}` : ""} within 7-${REPLY_BUSINESS_DAYS} business days, by ${due} at the latest.`,
    "If we say no to the release, our reply tells you why.",
  ];
}

/** After joining the waiting list, where the last day is counted in business days. */
export function nextStepsAfterJoining({ due, to }: { due: string; to?: string | undefined }) {
  return [
    "Our team listens to your link.",
    `We reply${to ? ` to ${to}` : ""} within 7-${REPLY_BUSINESS_DAYS} days. Weekends don't count, so by ${due} at the latest.`,
    "If we'd like your release, our reply has your own link to send it.",
  ];
}
