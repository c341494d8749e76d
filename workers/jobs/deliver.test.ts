import { expect, test } from "vitest";
import { jobMessage } from "~/jobs/job-message";
import type { LogEvent } from "~/observability/log";
import { type DeliveryDeps, deliver } from "./deliver";
import type { Outcome } from "./run-job";

const JOB = "01JDAAAAAAAAAAAAAAAAAAAAAA";

async function deliverMessage(
  body: unknown,
  handle: () => Promise<Outcome>,
  more: Partial<DeliveryDeps> = {},
) {
  const calls: unknown[] = [];
  const events: LogEvent[] = [];
  const message = {
    body,
    attempts: 3,
    ack: () => void calls.push("ack"),
    retry: (options?: { delaySeconds?: number }) => void calls.push(options),
  };
  await deliver(message, {
    handle,
    sendJob: async (...parameters) => void calls.push(["send", ...parameters]),
    keepMalformed: async (_, reason) => void calls.push(["keep", reason]),
    log: (_, event) => void events.push(event),
    random: () => 0.5,
    ...more,
  });
  return { calls, events };
}
const notHandled = async () => {
  throw new Error("must not be handled");
};
const failDatabase = async () => {
  throw new Error("D1 is away");
};

test.each([
  [undefined, "malformed: not an object"],
  ["text", "malformed: not an object"],
  [{}, "malformed: version"],
  [{ version: 2, jobId: JOB }, "unknown-version"],
  [{ version: 1, jobId: "no-ulid" }, "malformed: jobId"],
  [{ version: 1, jobId: JOB, more: true }, "malformed: more"],
])("%j is malformed: stored, logged, acknowledged, never handled", async (body, reason) => {
  const result = await deliverMessage(body, notHandled);
  expect(result).toEqual({ calls: [["keep", reason], "ack"], events: ["message.malformed"] });
});

test("a malformed message that cannot be stored now is delivered again", async () => {
  const { calls, events } = await deliverMessage("text", notHandled, {
    keepMalformed: failDatabase,
  });
  expect([calls, events]).toEqual([[{ delaySeconds: 8 }], ["message.returned"]]);
});

test.each([
  { kind: "done" },
  { kind: "failed", reason: "x" },
  { kind: "skipped" },
  { kind: "lost" },
  { kind: "again", reason: "to-come", delaySeconds: 600 },
] as const)("an outcome of $kind is acknowledged", async (outcome) => {
  expect((await deliverMessage(jobMessage(JOB), async () => outcome)).calls).toEqual(["ack"]);
});

test.each([
  [{ kind: "retry", delaySeconds: 40, reason: "x" }, 40],
  // Longer than a queue takes: the sweep sends it again when it is due.
  [{ kind: "retry", delaySeconds: 86_400, reason: "x" }, 43_200],
  [{ kind: "again", reason: "x" }, 0],
] as const)(
  "%j is sent as a new message, so that the queue never gives it up",
  async (outcome, delay) => {
    const { calls } = await deliverMessage(jobMessage(JOB), async () => outcome);
    expect(calls).toEqual([["send", JOB, delay], "ack"]);
  },
);

test("where no new message can be sent, the old one comes back in its place", async () => {
  const outcome = { kind: "retry", delaySeconds: 40, reason: "x" } as const;
  const { calls, events } = await deliverMessage(jobMessage(JOB), async () => outcome, {
    sendJob: failDatabase,
  });
  expect([calls, events]).toEqual([[{ delaySeconds: 40 }], ["queue.send-failed"]]);
});

test("a message that could not be handled at all is delivered again later", async () => {
  const { calls, events } = await deliverMessage(jobMessage(JOB), failDatabase);
  expect([calls, events]).toEqual([[{ delaySeconds: 8 }], ["message.returned"]]);
});
