import * as v from "valibot";
import { expect, test } from "vitest";
import { errorReportSchema, MAX_REPORT_BYTES } from "./error-report";
import { createErrorReporter, MAX_QUEUED_REPORTS, type ReporterDeps } from "./report-error.client";

const failure = {
  message: 'Failed to upload "Dawn": Network error',
  stage: "tracks",
  stack: "Error: Network error\n    at send",
  submissionId: "01JD7Z5R8Q0000000000000000",
};

/** A browser whose server returns these statuses, the last one for ever; 0 is no reply. */
function createFixture(answers: number[], storedTexts = new Map<string, string>()) {
  const bodies: string[] = [];
  const pauses: number[] = [];
  const beacons: string[] = [];
  let time = Date.UTC(2026, 10, 21);
  const browser: ReporterDeps = {
    send: async (body) => {
      bodies.push(body);
      const status = answers.length > 1 ? answers.shift() : answers[0];
      if (!status) throw new TypeError("Failed to fetch");
      return status;
    },
    beacon: (body) => beacons.push(body) > 0,
    sleep: async (ms) => void pauses.push(ms),
    now: () => new Date(time++),
    storage: () => ({
      getItem: (key) => storedTexts.get(key) ?? null,
      setItem: (key, text) => void storedTexts.set(key, text),
      removeItem: (key) => void storedTexts.delete(key),
    }),
    surroundings: () => ({
      url: "https://submit.example.com/submit/review",
      userAgent: "Mozilla/5.0",
      metadata: { viewport: { width: 390 }, connection: { online: true }, performance: {} },
    }),
  };
  return {
    browser,
    bodies,
    pauses,
    beacons,
    storedTexts,
    reporter: createErrorReporter(browser),
  };
}

test("a report matches the server's schema, and leaves the queue once it has arrived", async () => {
  const { reporter, bodies, pauses, storedTexts } = createFixture([201]);
  await reporter.report(failure);
  expect(bodies).toHaveLength(1);
  const { submissionId, errorData } = v.parse(errorReportSchema, JSON.parse(bodies[0] ?? ""));
  const { message, stage, stack } = errorData;
  expect({ submissionId, message, stage, stack }).toEqual(failure);
  expect(errorData).toMatchObject({
    timestamp: new Date("2026-11-21T00:00:00.000Z"),
    url: "https://submit.example.com/submit/review",
    userAgent: "Mozilla/5.0",
    metadata: { viewport: { width: 390 }, connection: { online: true }, performance: {} },
  });
  expect(pauses).toEqual([]);
  expect(storedTexts.size).toBe(0);
});

test.each<[string, number[], number[]]>([
  ["no connection at first", [0, 201], [1_000]],
  ["a server that stumbles twice", [500, 503, 201], [1_000, 2_000]],
  ["too many reports, then time runs out", [429, 408, 0, 201], [1_000, 2_000, 3_000]],
])("%s: tried again after 1 s times the attempt", async (_, answers, expectedPauses) => {
  const { reporter, bodies, pauses, storedTexts } = createFixture(answers);
  await reporter.report(failure);
  expect(pauses).toEqual(expectedPauses);
  expect(new Set(bodies).size).toBe(1);
  expect(storedTexts.size).toBe(0);
});

test("after three retries the report waits for the next visit, which sends it", async () => {
  const first = createFixture([0]);
  await first.reporter.report(failure);
  expect(first.bodies).toHaveLength(4);
  expect(first.pauses).toEqual([1_000, 2_000, 3_000]);
  const next = createFixture([201], first.storedTexts);
  await next.reporter.sendKept();
  expect(next.bodies).toEqual([first.bodies[0]]);
  expect(next.storedTexts.size).toBe(0);
});

test.each([400, 403, 413, 415])("a report refused with %i is not sent again", async (status) => {
  const { reporter, bodies, storedTexts } = createFixture([status]);
  await reporter.report(failure);
  expect(bodies).toHaveLength(1);
  expect(storedTexts.size).toBe(0);
});

test("a closing tab sends unanswered reports as beacons, and keeps them queued", async () => {
  const { browser, beacons, storedTexts } = createFixture([201]);
  const reporter = createErrorReporter({ ...browser, send: () => new Promise(() => undefined) });
  void reporter.report(failure);
  reporter.leave();
  expect(beacons).toHaveLength(1);
  const next = createFixture([201], storedTexts);
  await next.reporter.sendKept();
  expect(next.bodies).toEqual(beacons);
});

test("a closing tab without unanswered reports sends nothing", async () => {
  const { reporter, beacons } = createFixture([201]);
  await reporter.report(failure);
  reporter.leave();
  expect(beacons).toEqual([]);
});

test("the next visit stops at the first report that still cannot be sent, and loses none", async () => {
  const { storedTexts, reporter } = createFixture([0]);
  await reporter.report(failure);
  await reporter.report(failure);
  const next = createFixture([0], storedTexts);
  await next.reporter.sendKept();
  expect(new Set(next.bodies).size).toBe(1);
  const later = createFixture([201], storedTexts);
  await later.reporter.sendKept();
  expect(later.bodies).toHaveLength(2);
});

test("only the newest reports are kept", async () => {
  const { storedTexts, reporter, bodies } = createFixture([0]);
  for (let count = 0; count < MAX_QUEUED_REPORTS + 3; count++) await reporter.report(failure);
  const next = createFixture([201], storedTexts);
  await next.reporter.sendKept();
  expect(next.bodies).toHaveLength(MAX_QUEUED_REPORTS);
  expect(next.bodies.at(-1)).toBe(bodies.at(-1));
});

test("an endless failure still fits into one report", async () => {
  const { reporter, bodies } = createFixture([201]);
  await reporter.report({ ...failure, message: "ä".repeat(1e5), stack: "€".repeat(1e5) });
  const bytes = new TextEncoder().encode(bodies[0]).length;
  expect(bytes).toBeLessThanOrEqual(MAX_REPORT_BYTES);
});

const throwDenied = () => {
  throw new Error("denied");
};
test.each<[string, Partial<ReporterDeps>]>([
  ["storage is denied", { storage: throwDenied }],
  ["nothing can be sent", { send: throwDenied }],
  ["nothing can be told of the page", { surroundings: throwDenied }],
  ["timers fail", { send: async () => 500, sleep: throwDenied }],
  [
    "storage is full",
    { storage: () => ({ getItem: () => null, setItem: throwDenied, removeItem: throwDenied }) },
  ],
  [
    "storage holds somebody else's words",
    { storage: () => ({ getItem: () => '{"a":', setItem: () => {}, removeItem: () => {} }) },
  ],
])("nothing is thrown when %s", async (_, parts) => {
  const { browser, bodies } = createFixture([201]);
  const reporter = createErrorReporter({ ...browser, beacon: throwDenied, ...parts });
  await expect(reporter.report(failure)).resolves.toBeUndefined();
  await expect(reporter.sendKept()).resolves.toBeUndefined();
  expect(() => reporter.leave()).not.toThrow();
  if (parts.storage) expect(bodies).toHaveLength(1);
});
