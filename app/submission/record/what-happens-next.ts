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
