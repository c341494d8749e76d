import { expect, test } from "vitest";
import { jobMessage } from "~/platform/jobs/message";
import type { Delivery } from "./deliver";
import { AT_ONCE, runBatch } from "./run-batch";

const jobId = (n: number) => `01J0B${String(n).padStart(21, "0")}`;
const start = Date.UTC(2026, 10, 21);

/** Runs a batch; tells in which order its messages came, and how many were in hand at once. */
async function ran(count: number, heavy: readonly number[], minutesEach = 0) {
  let time = start;
  const inHand = new Set<number>();
  const most = { all: 0, heavy: 0 };
  const handled: number[] = [];
  const returned: number[] = [];
  const messages = Array.from({ length: count }, (_, n) => ({
    n,
    body: n === 0 ? "poison" : jobMessage(jobId(n)),
    attempts: 1,
    ack: () => {},
    retry: () => void returned.push(n),
  })) satisfies Delivery[];
  await runBatch(messages, {
    idsOfTypes: async () => new Set(heavy.map(jobId)),
    now: () => new Date(time),
    handle: async ({ n }) => {
      inHand.add(n);
      most.all = Math.max(most.all, inHand.size);
      most.heavy = Math.max(most.heavy, heavy.filter((one) => inHand.has(one)).length);
      await Promise.resolve();
      time += minutesEach * 60_000;
      handled.push(n);
      inHand.delete(n);
    },
  });
  return { handled, returned, most };
}

test("every message is handled once, some at a time, the heavy ones one by one", async () => {
  const { handled, returned, most } = await ran(30, [3, 4, 5, 20, 29]);
  expect(handled.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  expect([returned, most]).toEqual([[], { all: AT_ONCE + 1, heavy: 1 }]);
});

test("what would begin too late goes back to the queue, untouched", async () => {
  const { handled, returned } = await ran(6, [1, 2, 3, 4, 5], 3);
  expect([handled, returned]).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ]);
});

test("a database that is away keeps no message from being told so", async () => {
  const handled: unknown[] = [];
  const message = { body: jobMessage(jobId(1)), attempts: 1, ack: () => {}, retry: () => {} };
  await runBatch([message], {
    idsOfTypes: () => Promise.reject(new Error("D1 is away")),
    now: () => new Date(start),
    handle: async (one) => void handled.push(one),
  });
  expect(handled).toEqual([message]);
});
