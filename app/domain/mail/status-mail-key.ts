/**
 * The key of a mail about a status. `merged-mails.server.ts` reads the status in it.
 * @param at the number of the change, as `change 2`.
 */
export const statusMailKey = (submissionId: string, status: string, at: string) =>
  `status:${submissionId}:${status}:${at}`;
