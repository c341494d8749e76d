import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { bindableLog, consoleLog, errorReason } from "./log";
import { EVENTS } from "./log-events";
import { scrubbed } from "./scrub";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

test("the page on logs lists every event with what it tells, and no other", () => {
  const [, list = ""] = read("../../docs/logs.md").split("\n## Every event\n");
  const rows = [...list.matchAll(/^\| `([a-z.-]+)` \| (.+?) \|$/gm)];
  expect(Object.fromEntries(rows.map(([, event, says]) => [event, says]))).toEqual(EVENTS);
});

test("fields bound to a log are on every later line, one line each", (context) => {
  const lines: unknown[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((line) => {
    lines.push(JSON.parse(line));
  });
  context.onTestFinished(() => spy.mockRestore());
  const { log, bind } = bindableLog({ worker: "jobs" }, () => new Date("2026-11-21T12:00:00Z"));
  log("info", "sweep.done");
  bind({ jobId: "J", requestId: "R" });
  log("warn", "job.retry", { reason: "x" });
  const ts = "2026-11-21T12:00:00.000Z";
  expect(lines).toEqual([
    { ts, level: "info", event: "sweep.done", worker: "jobs" },
    {
      ts,
      level: "warn",
      event: "job.retry",
      worker: "jobs",
      jobId: "J",
      requestId: "R",
      reason: "x",
    },
  ]);
});

test("a logged reason has no personal data, and keeps our own names", (context) => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  context.onTestFinished(() => spy.mockRestore());
  const log = consoleLog({}, () => new Date());
  for (const reason of [
    "Error: no mail to ada@low.example",
    "Error: 'Ada O'Low' is no name",
    "R2_S3_SECRET_ACCESS_KEY is missing",
    "too-many-attempts",
  ])
    log("error", "request.failed", { reason });
  const reasons = lines.map((line) => JSON.parse(line).reason);
  expect(reasons).toEqual([
    "Error: no mail to [email]",
    "Error: [text] is no name",
    "R2_S3_SECRET_ACCESS_KEY is missing",
    "too-many-attempts",
  ]);
});

test("a reason that is cut never contains half an address", () => {
  for (let before = 240; before < 310; before++) {
    const message = `${"word ".repeat(99).slice(0, before)} mail to ada.low@low.example bounced`;
    expect(scrubbed(errorReason(new Error(message)))).not.toContain("ada");
  }
});

test("the reason of an error quotes neither a query's values nor a text that is no JSON", () => {
  const failedParse = () => {
    try {
      return JSON.parse("Ada Lovelace");
    } catch (error) {
      return error;
    }
  };
  expect(errorReason(failedParse())).toBe("SyntaxError");
  const cause = new Error("D1 is away");
  expect(errorReason(new Error("params: Ada Lovelace", { cause }))).toBe("Error: D1 is away");
  expect(errorReason(new TypeError("no such thing"))).toBe("TypeError: no such thing");
});
