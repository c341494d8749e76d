import { expect, test } from "vitest";
import { runToEnd, singleRunContent } from "../../../../tests/support/submission-run-fixture";
import { VirtualTime } from "../../../../tests/support/virtual-time";
import type { UnconfirmedState } from "./confirm-call.client";
import type { Receipt } from "./receipt";
import { REPEATED_PRESS_FIELD } from "./submission-run";
import { createSubmitCalls, type SubmitCallDeps } from "./submit-calls.client";

const SILENT = () => new Promise<never>(() => {});
const loseLine = () => Promise.reject(new TypeError("Failed to fetch"));
const json = (status: number, body: object) =>
  Promise.resolve(Response.json(body, { status, headers: { "X-Request-Id": "one" } }));
const receipt: Receipt = {
  reference: "A-B",
  replyDue: "May 5, 2027",
  release: "Dawn",
  email: "a@b.co",
  statusPath: "/status/S?s=1",
  statusUrl: "https://label.example/status/S?s=1",
  dateNote: "",
  stages: [],
  canCorrectEmail: true,
  artistName: "Vale",
  files: [],
  sendsMail: true,
  mailHeld: false,
  supportEmail: "help@b.co",
};
const passingAnswer = () => json(200, { success: true });
const recordedAnswer = () => json(200, { success: true, recorded: true, submission: receipt });
const open = () => json(200, { success: true, recorded: false });
const proxy = () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 }));
/** Something on the way that answers in JSON. */
const gate = (status: number, body: object) => Promise.resolve(Response.json(body, { status }));
const cutAnswer = (headers?: HeadersInit) =>
  Promise.resolve(
    new Response(
      new ReadableStream({ pull: (body) => body.error(new TypeError("network error")) }),
      { headers },
    ),
  );
/** Our own answer, of which the line has let through no more than its beginning. */
const truncatedAnswer = () => cutAnswer({ "X-Request-Id": "one" });

type Answer = () => Promise<Response>;

/** A run whose server answers each call in turn; the last answer of a call counts on. */
async function runWith(
  answers: { check?: Answer[]; record?: Answer[]; status?: Answer[] },
  choices: ("again" | "stop")[] = [],
) {
  const time = new VirtualTime();
  const calls: string[] = [];
  const samePress: string[] = [];
  const receipts: unknown[] = [];
  const doubts: [UnconfirmedState, seconds: number][] = [];
  const lists: Record<string, Answer[]> = {
    "/api/submission/check": answers.check ?? [passingAnswer],
    "/api/submission/record": answers.record ?? [recordedAnswer],
    "/api/submission": answers.status ?? [open],
  };
  const world: SubmitCallDeps = {
    readShown: (posted) => posted,
    fetch: (path, { signal, body }) => {
      if (body instanceof URLSearchParams && body.has(REPEATED_PRESS_FIELD)) samePress.push(path);
      calls.push(path.replace("/api/submission", "") || "status");
      const list = lists[path] ?? [];
      const answer = list.length > 1 ? list.shift() : list[0];
      return new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        (answer ?? SILENT)().then(resolve, reject);
      });
    },
    schedule: (act, ms) => time.schedule(ms, act),
    onReceipt: (newReceipt) => void receipts.push(newReceipt),
  };
  const ran = await time.runUntil(
    runToEnd(singleRunContent, [], {
      ...createSubmitCalls(new FormData(), world),
      choose: async (doubt) => {
        doubts.push([doubt, time.now() / 1_000]);
        return choices.shift() ?? (doubt === "no-line" ? "again" : "stop");
      },
    }),
  );
  return { ...ran, calls, samePress, receipts, doubts, seconds: time.now() / 1_000 };
}

test.each<[string, Answer]>([
  ["never answers", SILENT],
  ["cannot be sent", loseLine],
  ["is answered by a proxy", proxy],
  ["is answered by half", () => cutAnswer()],
  ["is answered by half of what we say", truncatedAnswer],
  ["is answered by a sign-in page", async () => new Response("<h1>Welcome aboard</h1>")],
  ["is answered by a gate in words of its own", () => gate(403, { error: "Access denied" })],
  ["is answered by a gate in our words", () => gate(500, { error: "No", refused: "incomplete" })],
  ["breaks after it was written", () => json(500, { success: false, error: "Oh" })],
])("a record that %s but was made leads to the success page", async (_, answer) => {
  const { result, calls, receipts, doubts, reports, failures } = await runWith({
    record: [answer],
    status: [recordedAnswer],
  });
  expect(result).toEqual({ ok: true });
  expect(calls).toEqual(["/check", "/record", "status"]);
  expect(receipts).toEqual([receipt]);
  expect(doubts).toEqual([]);
  expect(failures).toEqual([]);
  const percents = reports.map(({ percent }) => percent);
  expect(percents.slice(-3)).toEqual([85, 95, 100]);
});

test("a record without an answer is given up after 30 s, and the question about it after 15", async () => {
  const { doubts, calls, result } = await runWith({ record: [SILENT], status: [SILENT, open] });
  expect(doubts.map(([, seconds]) => seconds)).toEqual([45, 75]);
  expect(doubts.map(([doubt]) => doubt)).toEqual(["no-line", "not-recorded"]);
  expect(calls).toEqual(["/check", "/record", "status", "status", "/record", "status"]);
  expect(result).toMatchObject({ ok: false, stage: "creating", unconfirmed: "not-recorded" });
});

test("a check without an answer is given up after 30 s", async () => {
  const { doubts, result, failures } = await runWith({ check: [SILENT] });
  expect(doubts).toEqual([["not-recorded", 30]]);
  expect(result).toMatchObject({ ok: false, stage: "validating", unconfirmed: "not-recorded" });
  expect(failures).toHaveLength(1);
});

test("an answer of a proxy is no refusal: the status is asked for and the check made again", async () => {
  const { result, calls, doubts } = await runWith({
    check: [() => gate(429, { error: "Too many requests" }), passingAnswer],
    status: [() => gate(403, { error: "Access denied" }), open],
  });
  expect(result).toEqual({ ok: true });
  expect(doubts.map(([doubt]) => doubt)).toEqual(["no-line"]);
  expect(calls).toEqual(["/check", "status", "status", "/check", "/record"]);
});

test("a cut answer is no failure: the status is asked for and the check made again", async () => {
  const { result, calls } = await runWith({
    check: [truncatedAnswer, passingAnswer],
    status: [loseLine, open],
  });
  expect(result).toEqual({ ok: true });
  expect(calls).toEqual(["/check", "status", "status", "/check", "/record"]);
});

test("a refusal is shown at once with its text", async () => {
  const { result, calls } = await runWith({ check: [() => json(429, { error: "Wait a minute" })] });
  expect(result).toMatchObject({ ok: false, stage: "validating", text: "Wait a minute" });
  expect(calls).toEqual(["/check"]);
});

test("a check without an answer finds what another tab has recorded", async () => {
  const { result, calls, reports } = await runWith({ check: [SILENT], status: [recordedAnswer] });
  expect(result).toEqual({ ok: true });
  expect(calls).toEqual(["/check", "status"]);
  expect(reports.map(({ percent }) => percent)).toEqual([5, 5, 95, 100]);
});

test("a submit while offline goes on by itself, once, when the line is back", async () => {
  const { result, calls, samePress, doubts, failures } = await runWith({
    check: [loseLine, passingAnswer],
    status: [loseLine, loseLine, loseLine, open],
  });
  expect(result).toEqual({ ok: true });
  // The first one may have come in before midnight.
  expect(samePress).toEqual(["/api/submission/check"]);
  expect(calls).toEqual([
    ...["/check", "status", "status", "status", "status"],
    ...["/check", "/record"],
  ]);
  expect(doubts.map(([doubt]) => doubt)).toEqual(["no-line", "no-line", "no-line"]);
  expect(failures).toEqual([]);
});

test("an unstable connection records once, and asks before it tries again", async () => {
  const { result, calls } = await runWith({
    record: [loseLine, proxy, recordedAnswer],
    status: [loseLine, open, loseLine, loseLine, open],
  });
  expect(result).toEqual({ ok: true });
  expect(calls).toEqual([
    ...["/check", "/record", "status", "status"],
    ...["/record", "status", "status", "status"],
    "/record",
  ]);
});

test("where it is not recorded the artist tries again, in the same run", async () => {
  const { result, calls, reports } = await runWith({ record: [proxy, recordedAnswer] }, ["again"]);
  expect(result).toEqual({ ok: true });
  expect(calls).toEqual(["/check", "/record", "status", "/record"]);
  expect(reports.flatMap(({ unconfirmed: doubt }) => doubt ?? [])).toEqual([
    "asking",
    "not-recorded",
  ]);
});

test("stopping an unconfirmed call is no failure", async () => {
  const { result, failures } = await runWith({ record: [loseLine], status: [loseLine] }, ["stop"]);
  expect(result).toMatchObject({ ok: false, stage: "creating", unconfirmed: "no-line" });
  expect(failures).toEqual([]);
});

test("a check that fails on the server has the specified text", async () => {
  const failingAnswer = () => json(500, { success: false, error: "Oh" });
  const { result, calls } = await runWith({ check: [failingAnswer] });
  const text = "Failed to validate form. Please try again.";
  expect(result).toEqual({ ok: false, stage: "validating", text, reply: undefined });
  expect(calls).toEqual(["/check"]);
});

test.each(["created", "complete"])("a page that breaks at %s says no failure", async (stage) => {
  const { result, failures } = await runToEnd(singleRunContent, [], {
    report: (progress) => {
      if (progress.stage === stage) throw new Error("Cannot be drawn");
    },
  });
  expect(result).toEqual({ ok: true });
  expect(failures).toEqual([]);
});
