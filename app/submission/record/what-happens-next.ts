/**
 * What happens after a submission, in order; the same on its page and in its mail.
 * @param due the day of the promise, in words. @param to where the reply goes, where that may be said.
 */
export function whatHappensNext({ due, to }: { due: string; to?: string | undefined }): string[] {
  return [
    "Our team listens to your release.",
    `We reply${to ? ` to ${to}` : ""} within 7-10 business days, by ${due} at the latest.`,
    "If we can't take the release on, our reply tells you why.",
  ];
}

/**
 * The same after joining the waiting list, where the promise is 7-10 days and its last day is counted
 * in business days.
 */
export function afterJoining({ due, to }: { due: string; to?: string | undefined }): string[] {
  return [
    "Our team listens to your link.",
    `We reply${to ? ` to ${to}` : ""} within 7-10 days. Weekends don't count, so by ${due} at the latest.`,
    "If we'd like your release, our reply brings you a link of your own to send it.",
  ];
}
