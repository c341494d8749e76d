import { expect, test } from "vitest";
import { jobMessage } from "~/jobs/job-message";
import type { Delivery } from "./deliver";
import { LIGHT_CONCURRENCY, MAX_HEAVY, MAX_HEAVY_PER_ARTIST, runBatch } from "./run-batch";

const jobId = (n: number) => `01J0B${String(n).padStart(21, "0")}`;
interface BatchOptions {
  minutesEach?: number;
  getOwner?: (n: number) => string;
  /** Whether it takes messages. */
  queue?: boolean;
}
const start = Date.UTC(2026, 10, 21);

/**
 * Runs a batch; returns the order of its messages, and how many were handled at once.
 * @param getOwner the owner of a heavy job; by default each has another.
 */
async function runTestBatch(
  count: number,
  heavy: readonly number[],
  { minutesEach = 0, getOwner = String, queue = true }: BatchOptions = {},
) {
  let time = start;
  const inHand = new Set<number>();
  const maxInHand = { all: 0, heavy: 0 };
  const handledNumbers: number[] = [];
  const returnedNumbers: number[] = [];
  const acknowledgedNumbers: number[] = [];
  const sentIds: string[] = [];
  const messages = Array.from({ length: count }, (_, n) => ({
    n,
    body: n === 0 ? "poison" : jobMessage(jobId(n)),
    attempts: 1,
    ack: () => void acknowledgedNumbers.push(n),
    retry: () => void returnedNumbers.push(n),
  })) satisfies Delivery[];
  await runBatch(messages, {
    ownersOfHeavyJobs: async () =>
      new Map(heavy.map((message) => [jobId(message), getOwner(message)])),
    sendToEnd: async (ids) => {
      if (!queue) throw new Error("The queue takes nothing");
      sentIds.push(...ids);
    },
    onRepeated: () => undefined,
    now: () => new Date(time),
    handle: async ({ n }) => {
      inHand.add(n);
      maxInHand.all = Math.max(maxInHand.all, inHand.size);
      maxInHand.heavy = Math.max(maxInHand.heavy, heavy.filter((job) => inHand.has(job)).length);
      await Promise.resolve();
      time += minutesEach * 60_000;
      handledNumbers.push(n);
      inHand.delete(n);
    },
  });
  return {
    handledNumbers,
    returnedNumbers,
    acknowledged: acknowledgedNumbers,
    sent: sentIds,
    maxInHand,
  };
}

test("every message is handled once, some at a time, the heavy ones one by one", async () => {
  const { handledNumbers, returnedNumbers, maxInHand } = await runTestBatch(30, [3, 4, 5, 20, 29]);
  expect(handledNumbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  expect([returnedNumbers, maxInHand]).toEqual([[], { all: LIGHT_CONCURRENCY + 1, heavy: 1 }]);
});

test("a message that would start too late goes back to the queue, untouched", async () => {
  const { handledNumbers, returnedNumbers } = await runTestBatch(6, [1, 2, 3, 4, 5], {
    minutesEach: 3,
  });
  expect([handledNumbers, returnedNumbers]).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ]);
});

test("artists take turns, and of many heavy jobs all but a few go to the end of the queue", async () => {
  const heavy = Array.from({ length: 24 }, (_, n) => n + 1);
  const getOwner = (n: number) => (n === 20 ? "B" : n > 21 ? "C" : "A");
  const run = await runTestBatch(25, heavy, { getOwner });
  expect(run.handledNumbers.filter((n) => n > 0)).toEqual([1, 20, 22, 2, 23]);
  const remainingNumbers = heavy.filter((n) => !run.handledNumbers.includes(n));
  expect(run.sent.toSorted()).toEqual(remainingNumbers.map(jobId).toSorted());
  expect(run.acknowledged.toSorted((a, b) => a - b)).toEqual(remainingNumbers);
  expect(run.returnedNumbers).toEqual([]);
  expect(run.sent.slice(0, 2)).toEqual([jobId(3), jobId(24)]);
});

test("a batch does only so many heavy jobs, whoever they are for", async () => {
  const heavy = Array.from({ length: 20 }, (_, n) => n + 1);
  const run = await runTestBatch(21, heavy);
  expect(run.handledNumbers.filter((n) => n > 0)).toEqual(heavy.slice(0, MAX_HEAVY));
  expect(run.sent).toEqual(heavy.slice(MAX_HEAVY).map(jobId));
});

test("a job that cannot be sent again goes back to the queue", async () => {
  const run = await runTestBatch(6, [1, 2, 3, 4, 5], { getOwner: () => "A", queue: false });
  expect(run.handledNumbers.filter((n) => n > 0)).toHaveLength(MAX_HEAVY_PER_ARTIST);
  expect([run.returnedNumbers, run.acknowledged]).toEqual([[3, 4, 5], []]);
});

test("of several messages for one job in a batch, one is handled and the others are acknowledged", async () => {
  const handled: string[] = [];
  const acknowledged: string[] = [];
  const messageOf = (name: string, n: number) => ({
    name,
    body: jobMessage(jobId(n)),
    attempts: 1,
    ack: () => void acknowledged.push(name),
    retry: () => {},
  });
  const sent: string[] = [];
  const messages = [1, 2, 3].flatMap((n) => [messageOf(`${n}a`, n), messageOf(`${n}b`, n)]);
  await runBatch(messages, {
    ownersOfHeavyJobs: async (ids) => new Map(ids.map((id) => [id, "A"])),
    sendToEnd: async (ids) => void sent.push(...ids),
    onRepeated: () => undefined,
    now: () => new Date(start),
    handle: async ({ name }) => void handled.push(name),
  });
  expect(handled).toEqual(["1a", "2a"]);
  expect(sent).toEqual([jobId(3)]);
  expect(acknowledged.toSorted()).toEqual(["1b", "2b", "3a", "3b"]);
});

test("every message is handled even while the database is away", async () => {
  const handledMessages: unknown[] = [];
  const message = { body: jobMessage(jobId(1)), attempts: 1, ack: () => {}, retry: () => {} };
  await runBatch([message], {
    ownersOfHeavyJobs: () => Promise.reject(new Error("D1 is away")),
    sendToEnd: () => Promise.reject(new Error("Nothing is heavy")),
    onRepeated: () => undefined,
    now: () => new Date(start),
    handle: async (message) => void handledMessages.push(message),
  });
  expect(handledMessages).toEqual([message]);
});
