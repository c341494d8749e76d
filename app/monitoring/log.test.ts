import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { bindableLog, reasonOf } from "./log";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const names = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name);

test("the page on operations lists every event, and no other", () => {
  const [type = ""] = /export type LogEvent =[^;]+;/.exec(read("log.ts")) ?? [];
  const [list = ""] = /^Events: [\s\S]+?\.$/m.exec(read("../../docs/operations.md")) ?? [];
  const events = names(type, /"([a-z.-]+)"/g);
  expect(events.length).toBeGreaterThan(30);
  expect(names(list, /`([a-z.-]+)`/g).toSorted()).toEqual(events.toSorted());
});

test("what is bound to a log later on is on every line from then on, one line each", (context) => {
  const written: unknown[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((line) => {
    written.push(JSON.parse(line));
  });
  context.onTestFinished(() => spy.mockRestore());
  const { log, bind } = bindableLog(() => new Date("2026-11-21T12:00:00Z"));
  log("info", "sweep.done");
  bind({ jobId: "J", requestId: "R" });
  log("warn", "job.retry", { reason: "x" });
  const ts = "2026-11-21T12:00:00.000Z";
  expect(written).toEqual([
    { ts, level: "info", event: "sweep.done" },
    { ts, level: "warn", event: "job.retry", jobId: "J", requestId: "R", reason: "x" },
  ]);
});

test("the reason of an error quotes neither a query's values nor a text that is no JSON", () => {
  const failedParse = () => {
    try {
      return JSON.parse("Ada Lovelace");
    } catch (error) {
      return error;
    }
  };
  expect(reasonOf(failedParse())).toBe("SyntaxError");
  const cause = new Error("D1 is away");
  expect(reasonOf(new Error("params: Ada Lovelace", { cause }))).toBe("Error: D1 is away");
  expect(reasonOf(new TypeError("no such thing"))).toBe("TypeError: no such thing");
});
