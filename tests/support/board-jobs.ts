import { expect } from "vitest";
import { insertJob } from "~/jobs/job-store.server";
import type { BoardJobFixture } from "./board-job-fixture";

/** A submission and its board job. */
interface Made {
  submission: string;
  sync: string;
}

/** Whatever happened: one item with one update, known to the submission, and a job that is done. */
export async function expectOne(board: BoardJobFixture, { submission, sync }: Made): Promise<void> {
  const [item, ...others] = await board.items();
  expect(others).toEqual([]);
  expect(await board.storedItem(submission)).toBe(item?.id);
  const updates = await board.updates();
  expect(updates.map(({ item_id }) => item_id)).toEqual([item?.id]);
  expect(await board.job(sync)).toMatchObject({ state: "done", lastError: null });
}

/** One more board job of a submission, as when its clips have been cut. */
export async function laterJob(
  board: BoardJobFixture,
  { submission }: Pick<Made, "submission">,
): Promise<string> {
  const id = `01C11PS${submission.padStart(19, "0")}`.replace(/S(?=\d+$)/, "0");
  const at = new Date("2026-11-21T12:00:00Z");
  const job = { id, type: "sync-board" as const, submissionId: submission, subject: "clips", at };
  await insertJob(board.world.db, job);
  return id;
}
