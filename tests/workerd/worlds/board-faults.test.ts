import { beforeEach, expect, test } from "vitest";
import type { ClipLink } from "~/domain/board/board";
import { partStore } from "~/integrations/board/board-parts.server";
import { systemClock } from "~/platform/clock";
import { submissionStore } from "../../../workers/jobs/sync-board";
import { addBoardJob, createBoardJobFixture, expectOneItem } from "../../support/board-job-fixture";
import { openForFile } from "../../support/open-for-file";

const board = await openForFile(createBoardJobFixture);
beforeEach(() => board.reset());

const HALF_HOUR = 31 * 60;
const clip: ClipLink = {
  ...{ trackTitle: "One", number: 1, state: "cut", key: "k", note: null, releaseDate: null },
};

test("ten deliveries at once, and one more later, leave one item and one update", async () => {
  const ids = await board.recorded();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => board.run(ids.sync)));
  expect(outcomes.filter(({ kind }) => kind === "done")).toHaveLength(1);
  expect(await board.run(ids.sync)).toEqual({ kind: "skipped" });
  await expectOneItem(board, ids);
});

test("two jobs of one submission, the later one first, find the same item", async () => {
  const ids = await board.recorded();
  const second = await addBoardJob(board, ids);
  expect(await board.run(second)).toEqual({ kind: "done", reason: "created" });
  expect(await board.run(ids.sync)).toEqual({ kind: "done", reason: "known" });
  await expectOneItem(board, ids);
});

test("two simultaneous jobs of one submission create one item", async () => {
  const ids = await board.recorded();
  const second = await addBoardJob(board, ids);
  const jobs = [ids.sync, second];
  await Promise.all(jobs.map((job) => board.run(job)));
  // The board refuses a duplicate request in progress, so that job runs again.
  board.later(30);
  for (const job of jobs) await board.run(job);
  await expectOneItem(board, ids);
  expect(await board.job(second)).toMatchObject({ state: "done" });
});

/** A store that loses its first write, as when the worker is killed just before it. */
function failingOnce<T extends unknown[], R>(write: (...args: T) => Promise<R>) {
  let failed = false;
  return async (...args: T): Promise<R> => {
    if (failed) return write(...args);
    failed = true;
    throw new Error("The worker is gone.");
  };
}

test.each([
  ["while the search is behind", 20, "replayed"],
  ["when the key is forgotten", HALF_HOUR, "found"],
])("an item that was created but not stored stays the only item, %s", async (_, seconds, how) => {
  const ids = await board.recorded();
  const submissions = submissionStore(board.fixture.db);
  submissions.storeItem = failingOnce(submissions.storeItem);
  expect(await board.run(ids.sync, { submissions })).toMatchObject({ kind: "retry" });
  expect(await board.items()).toHaveLength(1);
  board.later(seconds);
  expect(await board.run(ids.sync)).toEqual({ kind: "done", reason: how });
  await expectOneItem(board, ids);
});

test.each([
  ["columns", 20],
  ["tracks", 20],
  ["columns", HALF_HOUR],
  ["tracks", HALF_HOUR],
])(
  "a worker that dies after writing %s, %d s before the next one, leaves one of it",
  async (part, after) => {
    const ids = await board.recorded();
    const parts = partStore(board.fixture.db);
    const loseOnce = failingOnce(parts.store);
    const store = (...args: Parameters<typeof parts.store>) =>
      args[1] === part ? loseOnce(...args) : parts.store(...args);
    expect(await board.run(ids.sync, { parts: { ...parts, store } })).toMatchObject({
      kind: "retry",
    });
    board.later(after);
    expect(await board.run(ids.sync)).toMatchObject({ kind: "done" });
    await expectOneItem(board, ids);
  },
);

const operations = ["FindItems", "CreateItem", "ItemUpdates", "WriteItem"];
/** Of a new submission, which is not searched for. */
const firstOperations = ["CreateItem", "WriteItem"];
const faultModes = ["http-500", "no-reply", "lost-reply", "partial"] as const;

/** Fails once at a call, and succeeds half an hour later. */
async function expectRecovery(
  ids: Awaited<ReturnType<typeof board.recorded>>,
  mode: (typeof faultModes)[number],
  operation: string,
) {
  await board.fails(mode, operation);
  expect(await board.run(ids.sync)).toMatchObject({ kind: "retry", delaySeconds: 20 });
  expect(await board.job(ids.sync)).toMatchObject({ state: "waiting", attempts: 1 });
  board.later(HALF_HOUR);
  expect(await board.run(ids.sync)).toMatchObject({ kind: "done" });
  await expectOneItem(board, ids);
}

test.each(faultModes.flatMap((mode) => firstOperations.map((operation) => ({ mode, operation }))))(
  "$mode at $operation is tried again, and nothing exists twice",
  async ({ mode, operation }) => {
    await expectRecovery(await board.recorded(), mode, operation);
  },
);

test.each(faultModes.flatMap((mode) => operations.map((operation) => ({ mode, operation }))))(
  "$mode at $operation of a submission that has waited is tried again, and nothing exists twice",
  async ({ mode, operation }) => {
    const ids = await board.recorded();
    await board.age(ids.submission);
    await expectRecovery(ids, mode, operation);
  },
);

test("a new submission takes two calls, and what was begun is searched for from then on", async () => {
  const calls = async () => {
    const texts = await Promise.all(board.fixture.calls.map((call) => call.text()));
    board.fixture.calls.length = 0;
    return texts.map((text) => /(?:query|mutation) (\w+)/.exec(text)?.[1]);
  };
  const first = await board.recorded();
  expect(await board.run(first.sync)).toEqual({ kind: "done", reason: "created" });
  expect(await calls()).toEqual(["CreateItem", "WriteItem"]);
  const second = await board.recorded();
  await board.fails("no-reply", "CreateItem");
  await board.run(second.sync);
  expect(await calls()).toEqual(["CreateItem"]);
  board.later(20);
  await board.fails("no-reply", "WriteItem");
  await board.run(second.sync);
  expect(await calls()).toEqual(["FindItems", "CreateItem", "WriteItem"]);
  board.later(60);
  expect(await board.run(second.sync)).toMatchObject({ kind: "done" });
  expect(await calls()).toEqual(["ItemUpdates", "WriteItem"]);
});

test("columns that the board refuses keep no update from it, and no update keeps them from it", async () => {
  const clips = async () => [{ ...clip, url: "https://x.example/clip.wav" }];
  const { sync } = await board.recorded();
  await board.run(sync);
  await board.removed("social_clips");
  expect(await board.again(sync, { clips })).toMatchObject({ kind: "failed" });
  expect(board.alerts[0]).toContain("no column social_clips (socialClips)");
  expect((await board.updates())[0]?.body).toContain("https://x.example/clip.wav");
  await board.removed();
  expect(await board.again(sync, { clips })).toMatchObject({ kind: "done" });
  expect(JSON.stringify(await board.items())).toContain("https://x.example/clip.wav");
  // Staff have deleted the update: the columns arrive all the same, and it is posted anew.
  await board.fixture.sandboxDb.exec("DELETE FROM monday_updates");
  const others = async () => [{ ...clip, url: "https://x.example/other.wav" }];
  expect(await board.again(sync, { clips: others })).toMatchObject({ kind: "done" });
  expect(JSON.stringify(await board.items())).toContain("https://x.example/other.wav");
  expect(await board.updates()).toHaveLength(1);
});

test.each(["lost-reply", "no-reply"] as const)(
  "after %s at the creation the next attempt, seconds later, does not make a second item",
  async (mode) => {
    const ids = await board.recorded();
    await board.fails(mode, "CreateItem");
    await board.run(ids.sync);
    board.later(20);
    expect(await board.run(ids.sync)).toMatchObject({ kind: "done" });
    await expectOneItem(board, ids);
  },
);

test.each([
  ["rate-limit", 3],
  ["listed-complexity", 3],
  // Noon: twelve hours to midnight UTC, and half of the ten minutes that keep such jobs apart.
  ["daily-limit", 43_500],
] as const)("%s delays the message by %d s, at any call", async (mode, seconds) => {
  for (const operation of operations) {
    await board.reset();
    const ids = await board.recorded();
    await board.age(ids.submission);
    await board.fails(mode, operation);
    expect(await board.run(ids.sync)).toMatchObject({ kind: "retry", delaySeconds: seconds });
    board.later(seconds);
    expect(await board.run(ids.sync)).toMatchObject({ kind: "done" });
    await expectOneItem(board, ids);
  }
});

test("a board that does the work and stays silent is left after the time limit, nothing is twice", async () => {
  const ids = await board.recorded();
  const { send } = board.fixture;
  const silentAt = (operation: string) => async (request: Request) => {
    const body = await request.clone().text();
    const reply = await send(request);
    if (!body.includes(operation)) return reply;
    const { signal } = request;
    return new Promise<Response>((_, reject) => {
      if (signal.aborted) reject(signal.reason);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
  for (const operation of ["FindItems", "CreateItem", "WriteItem"]) {
    const silent = board.fixture.board({
      send: silentAt(operation),
      now: systemClock,
      timeoutMs: 500,
    });
    expect(await board.run(ids.sync, { board: silent })).toMatchObject({ kind: "retry" });
    expect((await board.job(ids.sync))?.lastError).toContain("NO_REPLY");
    board.later(200);
  }
  expect(await board.run(ids.sync)).toMatchObject({ kind: "done" });
  await expectOneItem(board, ids);
});

/** Expects that the job failed at once, and that its row and the alert say what to do. */
async function expectRefused(sync: string, code: string, text: string) {
  const row = await board.job(sync);
  expect(row).toMatchObject({ state: "failed", attempts: 1 });
  expect(row?.lastError).toContain(code);
  expect(row?.lastError).toContain(text);
  expect(board.alerts).toEqual([expect.stringContaining(text)]);
}

test("a revoked token fails the job at once; with a new token it succeeds", async () => {
  const { sync } = await board.recorded();
  await board.fails("unauthorized");
  expect(await board.run(sync)).toEqual({ kind: "failed", reason: "NOT_AUTHENTICATED" });
  await expectRefused(sync, "NOT_AUTHENTICATED", "Set MONDAY_TOKEN");
  expect(await board.again(sync)).toMatchObject({ kind: "done" });
  expect(await board.items()).toHaveLength(1);
});

test("a token revoked between item and update leaves one item and, in the end, one update", async () => {
  const { sync } = await board.recorded();
  await board.fails("unauthorized", "WriteItem");
  expect(await board.run(sync)).toMatchObject({ kind: "failed" });
  expect(await board.again(sync)).toEqual({ kind: "done", reason: "known" });
  expect(await board.items()).toHaveLength(1);
  expect(await board.updates()).toHaveLength(1);
});

test("a deleted column is named; once it is restored, the item is created without waiting", async () => {
  const { sync } = await board.recorded();
  await board.removed("city");
  expect(await board.run(sync)).toEqual({ kind: "failed", reason: "InvalidColumnIdException" });
  await expectRefused(sync, "InvalidColumnIdException", "no column city (city)");
  expect(await board.items()).toEqual([]);
  // Still refused: the board must not remember this refusal as the reply to the next call.
  expect(await board.again(sync)).toMatchObject({ kind: "failed" });
  await board.removed();
  expect(await board.again(sync)).toEqual({ kind: "done", reason: "created" });
  expect(await board.items()).toHaveLength(1);
});

test("without the column of our ids, no item is created that could not be found again", async () => {
  const { sync } = await board.recorded();
  await board.removed("submission_id");
  expect(await board.run(sync)).toMatchObject({ kind: "failed" });
  await expectRefused(sync, "InvalidColumnIdException", "submission_id (submissionId)");
  expect(await board.items()).toEqual([]);
});

const genre = (value: string) => ({ primaryGenre: value });
const MAP = '{"primaryGenre":{"id":"genre","type":"dropdown"}}';

test("a label that the board lacks is not created silently but named for staff", async () => {
  await board.fixture.config.put("board-columns", MAP);
  const { sync } = await board.recorded(genre("Polka"));
  expect(await board.run(sync)).toEqual({ kind: "failed", reason: "ColumnValueException" });
  await expectRefused(sync, "ColumnValueException", '"Polka" in column genre (primaryGenre)');
  expect(await board.items()).toEqual([]);
  const folkIds = await board.recorded(genre("Folk"));
  expect(await board.run(folkIds.sync)).toMatchObject({ kind: "done" });
  const [item] = await board.items();
  expect(item?.column_values.genre).toEqual({ labels: ["Folk"] });
  await board.fixture.config.delete("board-columns");
});

test("temporary failures cause no alert", async () => {
  const { sync } = await board.recorded();
  await board.fails("http-500");
  await board.run(sync);
  expect(board.alerts).toEqual([]);
});

test("an unreadable map of columns is reported, and the default one used", async () => {
  const { sync } = await board.recorded();
  await board.fixture.config.put("board-columns", "{broken");
  expect(await board.run(sync)).toMatchObject({ kind: "done" });
  await board.fixture.config.delete("board-columns");
  expect(board.fixture.events).toContain("config.unreadable");
});

test("without a board the job is done and nothing is called", async () => {
  const { sync } = await board.recorded();
  expect(await board.run(sync, { board: undefined })).toEqual({
    kind: "done",
    reason: "board-off",
  });
  expect(board.fixture.calls).toEqual([]);
});
