import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { partStore } from "~/board/part-store.server";
import { insertJob } from "~/platform/jobs/job-store.server";
import { submissionStore } from "../../../workers/jobs/submission-store";
import { type BoardRun, boardRun } from "../../support/board-run";

let board: BoardRun;
beforeAll(async () => {
  board = await boardRun();
});
afterAll(() => board.close());
beforeEach(() => board.reset());

const HALF_HOUR = 31 * 60;

/** Whatever happened: one item with one update, known to the submission, and a job that is done. */
async function expectOne({ submission, sync }: { submission: string; sync: string }) {
  const [item, ...others] = await board.items();
  expect(others).toEqual([]);
  expect(await board.storedItem(submission)).toBe(item?.id);
  const updates = await board.updates();
  expect(updates.map(({ item_id }) => item_id)).toEqual([item?.id]);
  expect(await board.job(sync)).toMatchObject({ state: "done", lastError: null });
}

test("ten deliveries at once, and one more later, leave one item and one update", async () => {
  const made = await board.recorded();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => board.run(made.sync)));
  expect(outcomes.filter(({ kind }) => kind === "done")).toHaveLength(1);
  expect(await board.run(made.sync)).toEqual({ kind: "skipped" });
  await expectOne(made);
});

async function laterJob({ submission }: { submission: string }) {
  const id = `01C11PS${submission.padStart(19, "0")}`.replace(/S(?=\d+$)/, "0");
  const at = new Date("2026-11-21T12:00:00Z");
  const job = { id, type: "sync-board" as const, submissionId: submission, subject: "clips", at };
  await insertJob(board.world.db, job);
  return id;
}

test("two jobs of one submission, the later one first, find the same item", async () => {
  const made = await board.recorded();
  const second = await laterJob(made);
  expect(await board.run(second)).toEqual({ kind: "done", reason: "created" });
  expect(await board.run(made.sync)).toEqual({ kind: "done", reason: "known" });
  await expectOne(made);
});

test("two jobs of one submission at the same time make one item between them", async () => {
  const made = await board.recorded();
  const second = await laterJob(made);
  const jobs = [made.sync, second];
  await Promise.all(jobs.map((job) => board.run(job)));
  // The board refuses a duplicate that is under way: its job comes again.
  board.later(30);
  for (const job of jobs) await board.run(job);
  await expectOne(made);
  expect(await board.job(second)).toMatchObject({ state: "done" });
});

/** A store that loses its first write, as when the worker is killed just before it. */
function failingOnce<T extends unknown[], R>(write: (...given: T) => Promise<R>) {
  let failed = false;
  return async (...given: T): Promise<R> => {
    if (failed) return write(...given);
    failed = true;
    throw new Error("The worker is gone.");
  };
}

test.each([
  ["while the search is behind", 20, "created"],
  ["when the key is forgotten", HALF_HOUR, "found"],
])("an item made but not stored is the one item, %s", async (_, seconds, how) => {
  const made = await board.recorded();
  const submissions = submissionStore(board.world.db);
  submissions.storeItem = failingOnce(submissions.storeItem);
  expect(await board.run(made.sync, { submissions })).toMatchObject({ kind: "retry" });
  expect(await board.items()).toHaveLength(1);
  board.later(seconds);
  expect(await board.run(made.sync)).toEqual({ kind: "done", reason: how });
  await expectOne(made);
});

test.each([
  ["columns", 20],
  ["tracks", 20],
  ["columns", HALF_HOUR],
  ["tracks", HALF_HOUR],
])("a worker that goes after writing %s, %d s before the next, leaves one", async (part, after) => {
  const made = await board.recorded();
  const parts = partStore(board.world.db);
  const lost = failingOnce(parts.store);
  const store = (...given: Parameters<typeof parts.store>) =>
    given[1] === part ? lost(...given) : parts.store(...given);
  expect(await board.run(made.sync, { parts: { ...parts, store } })).toMatchObject({
    kind: "retry",
  });
  board.later(after);
  expect(await board.run(made.sync)).toMatchObject({ kind: "done" });
  await expectOne(made);
});

const operations = ["FindItems", "CreateItem", "ItemUpdates", "CreateUpdate"];
const broken = ["http-500", "no-reply", "lost-reply", "partial"] as const;

test.each(broken.flatMap((mode) => operations.map((operation) => ({ mode, operation }))))(
  "$mode at $operation is tried again, and nothing is there twice",
  async ({ mode, operation }) => {
    const made = await board.recorded();
    await board.fails(mode, operation);
    expect(await board.run(made.sync)).toMatchObject({ kind: "retry", delaySeconds: 20 });
    expect(await board.job(made.sync)).toMatchObject({ state: "waiting", attempts: 1 });
    board.later(HALF_HOUR);
    expect(await board.run(made.sync)).toMatchObject({ kind: "done" });
    await expectOne(made);
  },
);

test.each(["lost-reply", "no-reply"] as const)(
  "after %s at the creation the next attempt, seconds later, does not make a second item",
  async (mode) => {
    const made = await board.recorded();
    await board.fails(mode, "CreateItem");
    await board.run(made.sync);
    board.later(20);
    expect(await board.run(made.sync)).toMatchObject({ kind: "done" });
    await expectOne(made);
  },
);

test.each([
  ["rate-limit", 3],
  ["complexity", 3],
  ["listed-complexity", 3],
  ["flat-complexity", 3],
  ["concurrency", 3],
  // Noon: twelve hours to midnight UTC, which is as long as a queue holds a message.
  ["daily-limit", 43_200],
] as const)("%s puts the message off for %d s, whichever call it meets", async (mode, seconds) => {
  for (const operation of operations) {
    await board.reset();
    const made = await board.recorded();
    await board.fails(mode, operation);
    expect(await board.run(made.sync)).toMatchObject({ kind: "retry", delaySeconds: seconds });
    board.later(seconds);
    expect(await board.run(made.sync)).toMatchObject({ kind: "done" });
    await expectOne(made);
  }
});
