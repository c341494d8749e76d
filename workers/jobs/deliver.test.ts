import { expect, test } from "vitest";
import type { LogEvent } from "~/monitoring/log";
import { jobMessage } from "~/platform/jobs/message";
import { deliver } from "./deliver";
import type { Outcome } from "./run-job";

const JOB = "01JDAAAAAAAAAAAAAAAAAAAAAA";

async function delivered(body: unknown, handle: (id: string) => Promise<Outcome>) {
  const calls: unknown[] = [];
  const events: LogEvent[] = [];
  const message = {
    body,
    ack: () => void calls.push("ack"),
    retry: (options?: { delaySeconds?: number }) => void calls.push(options),
  };
  await deliver(message, handle, (_, event) => void events.push(event));
  return { calls, events };
}

test.each([
  undefined,
  "text",
  {},
  { version: 2, jobId: JOB },
  { version: 1, jobId: "no-ulid" },
  { version: 1, jobId: JOB, more: true },
])("%j is poison: logged, acknowledged, never handled", async (body) => {
  const result = await delivered(body, async () => {
    throw new Error("must not be handled");
  });
  expect(result).toEqual({ calls: ["ack"], events: ["message.malformed"] });
});

test.each([{ kind: "done" }, { kind: "failed", reason: "x" }, { kind: "skipped" }] as const)(
  "an outcome of $kind is acknowledged",
  async (outcome) => {
    expect((await delivered(jobMessage(JOB), async () => outcome)).calls).toEqual(["ack"]);
  },
);

test("a retry goes back to the queue with its delay", async () => {
  const handle = async () => ({ kind: "retry", delaySeconds: 40, reason: "x" }) as const;
  expect((await delivered(jobMessage(JOB), handle)).calls).toEqual([{ delaySeconds: 40 }]);
});

test("a message that could not be handled at all is delivered again later", async () => {
  const { calls, events } = await delivered(jobMessage(JOB), async () => {
    throw new Error("D1 is away");
  });
  expect(calls).toEqual([{ delaySeconds: 30 }]);
  expect(events).toEqual(["job.retry"]);
});
