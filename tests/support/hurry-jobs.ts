import { appUnderTest } from "./app-under-test";
import { askWindow, type StoreReader } from "./store-reader";

/** More attempts than this come of no chance: whoever waits then is to wait. */
const MOST_ATTEMPTS = 4;

/**
 * The jobs of a submission that wait for their next attempt, so that it begins now. Jobs of one submission
 * that come to the board at once put each other off by some seconds, which no test has to wait for.
 */
export const HURRY = `UPDATE jobs SET due_at = NULL
  WHERE state = 'waiting' AND due_at IS NOT NULL AND attempts < ${MOST_ATTEMPTS}
  AND submission_id = ? RETURNING id`;

/** Lets the time pass that the jobs of a submission wait for, in the app under test. */
export async function hurryJobs(inside: StoreReader, submissionId: string): Promise<void> {
  const bodies = (await inside.rows(HURRY, submissionId)).map(({ id }) => ({
    version: 1,
    jobId: id,
  }));
  if (bodies.length === 0) return;
  const init = { method: "POST", body: JSON.stringify({ bodies }) };
  await askWindow(appUnderTest().url, "messages", init);
}
