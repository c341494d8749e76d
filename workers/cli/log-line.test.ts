import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { linePrinter, readLogLine } from "./log-line";
import { invocationLines, jsonValues } from "./log-tail";

const ts = "2026-11-24T08:12:49.768Z";
const printedLines = (fields: object, options = {}) => {
  const out: string[] = [];
  const print = linePrinter((text) => out.push(text), options);
  const line = readLogLine(JSON.stringify({ ts, level: "info", ...fields }));
  if (line) print(line);
  return out;
};

test.each([
  [
    {
      event: "request",
      worker: "site",
      method: "POST",
      route: "/submit/music",
      status: 302,
      ms: 84,
    },
    /^08:12:49\.768 {2}site {4}request +POST \/submit\/music: 302 · ms 84$/,
  ],
  [
    {
      event: "job.retry",
      level: "warn",
      worker: "jobs",
      jobType: "sync-board",
      attempt: 2,
      reason: "server-error",
      delaySeconds: 118,
      ms: 1408,
    },
    /^08:12:49\.768 {2}jobs {2}! job\.retry +a job did not work out, and is tried again · jobType sync-board · attempt 2 · reason server-error · delaySeconds 118 · ms 1408$/,
  ],
  [
    { event: "upload.started", worker: "site", bytes: 41_943_040 },
    /upload\.started +a file is on its way · bytes 41943040$/,
  ],
  [
    { event: "of-a-later-version", level: "error", worker: "site", reason: "x" },
    /✗ of-a-later-version +reason x$/,
  ],
])("%j is printed as a readable line", (fields, text) => {
  expect(printedLines(fields)).toEqual(["2026-11-24, times in UTC", expect.stringMatching(text)]);
});

test("lines of many submissions name their submission, and --json prints a line unchanged", () => {
  const fields = { event: "draft.opened", worker: "site", draftId: "D" };
  expect(printedLines(fields, { ofMany: true }).at(-1)).toMatch(/draftId D$/);
  expect(printedLines(fields, { json: true }).map((text) => JSON.parse(text))).toEqual([
    { ts, level: "info", ...fields },
  ]);
});

test("a reason is printed on one line without control characters", () => {
  const reason = "Error: one\nline\u001b[2J more\r\u009b31m";
  const [, text = ""] = printedLines({ event: "request.failed", level: "error", reason });
  expect(text).toContain("Error: one line [2J more 31m");
  expect(text).not.toMatch(/\p{Cc}/u);
});

test.each([
  "",
  "Ready on http://localhost",
  '{"ts": "soon", "event": 1}',
  '{"ts":"2026-11-24T08:1',
])("%j is no log line", (output) => expect(readLogLine(output)).toBeUndefined());

test("wrangler's tail gives the lines of each invocation, and the error that ended it", async () => {
  const invocation = {
    outcome: "exception",
    scriptName: "artist-portal",
    eventTimestamp: Date.parse(ts),
    logs: [
      {
        message: [
          JSON.stringify({
            ts,
            level: "info",
            event: "draft.opened",
            requestId: "R",
            draftId: "D",
          }),
        ],
        level: "log",
        timestamp: 1,
      },
      { message: ["something of a library", { odd: true }], level: "warn", timestamp: 1 },
    ],
    exceptions: [
      { name: "Error", message: "Worker exceeded CPU time limit.", timestamp: Date.parse(ts) },
    ],
    event: { request: { url: "https://x.example/{}" } },
  };
  // As wrangler prints it: values over many lines, with messages between them.
  const text = `Successfully created tail\n${JSON.stringify(invocation, null, 2)}\n${JSON.stringify({ logs: [] })}\n`;
  const values: unknown[] = [];
  for await (const value of jsonValues(createInterface(Readable.from([text])))) values.push(value);
  expect(values).toEqual([invocation, { logs: [] }]);
  expect(values.flatMap((value) => invocationLines(value, "site"))).toEqual([
    { ts, level: "info", event: "draft.opened", worker: "site", requestId: "R", draftId: "D" },
    { ts, level: "error", event: "worker.broke", worker: "site", requestId: "R", reason: "Error" },
  ]);
});
