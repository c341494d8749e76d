import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { api } from "~/api/router";
import { EVENTS } from "~/observability/log-events";
import { type LogLine, readLogLine } from "../../workers/cli/log-line";

interface Run {
  code: number | null;
  out: string;
  err: string;
  /** The files that it has written into the folder of a local run. */
  left: string[];
}

/** Runs `npm run logs:demo` with its output in a pipe. */
function demo(...args: string[]): Promise<Run> {
  const STATE_DIR = mkdtempSync(join(tmpdir(), "logs-demo-"));
  const child = spawn("node_modules/.bin/tsx", ["workers/cli/logs-demo.ts", ...args], {
    env: { ...process.env, STATE_DIR },
  });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  return new Promise((resolve) =>
    child.on("close", (code) => {
      const leftFiles = readdirSync(STATE_DIR);
      rmSync(STATE_DIR, { recursive: true });
      resolve({ code, out, err, left: leftFiles });
    }),
  );
}

let demoRun: Run;
let asJson: Run;
let lines: LogLine[] = [];
beforeAll(async () => {
  [demoRun, asJson] = await Promise.all([demo(), demo("--json")]);
  lines = asJson.out
    .trim()
    .split("\n")
    .map((text) => {
      const line = readLogLine(text);
      if (!line) throw new Error(`No line of a log: ${text}`);
      return line;
    });
});

// It needs no run of the app.
test("npm run logs:demo prints a whole day of both workers, and ends by itself", () => {
  expect(demoRun).toMatchObject({ code: 0, err: "", left: [] });
  expect(asJson).toMatchObject({ code: 0, err: "", left: [] });
  const times = lines.map(({ ts }) => ts);
  expect(times).toEqual(times.toSorted());
  const hours = times.map((ts) => Number(ts.slice(11, 13)));
  expect(hours[0]).toBeLessThan(6);
  expect(hours.at(-1)).toBeGreaterThanOrEqual(22);
  expect(new Set(times.map((ts) => ts.slice(0, 10))).size).toBe(1);
  expect(new Set(lines.map(({ worker }) => worker))).toEqual(new Set(["site", "jobs"]));
  expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(["info", "warn", "error"]));
});

test("its lines use only events of the closed list", () => {
  const unknown = lines.filter(({ event }) => !(event in EVENTS));
  expect(unknown).toEqual([]);
});

test("each part of the day contains the lines that it tells readers to look for", () => {
  const [, ...parts] = demoRun.out.split("\n— ");
  expect(parts.length).toBeGreaterThan(8);
  let lineCount = 0;
  for (const part of parts) {
    const [explanation = "", ...rest] = part.split("\n");
    const events = rest.flatMap((row) => /^\d\d:\d\d:\S+ +\S+ +[!✗]? *(\S+)/.exec(row)?.[1] ?? []);
    expect(events.length, explanation).toBeGreaterThan(0);
    const namedEvents = Object.keys(EVENTS).filter((event) =>
      explanation.split(/[\s,;:()]+/).includes(event),
    );
    expect(events, explanation).toEqual(
      expect.arrayContaining(namedEvents.filter((event) => event.includes("."))),
    );
    lineCount += events.length;
  }
  expect(lineCount).toBe(lines.length);
});

test("a submission can be followed from its draft to its end", () => {
  const recordedLines = lines.filter(({ event }) => event === "submission.recorded");
  expect(recordedLines.length).toBeGreaterThan(2);
  for (const { draftId, submissionId } of recordedLines) {
    const ownLines = lines.filter(
      (line) => line.draftId === draftId || line.submissionId === submissionId,
    );
    const events = ownLines.map(({ event }) => event);
    expect(events[0]).toBe("draft.opened");
    expect(events.at(-1)).toBe("submission.settled");
  }
});

test("lines contain only ids, names of our own and figures", () => {
  const id = /^(01KAT[0-9A-Z]{21}|A-[0-9A-Z]{5}|\d{9,10}|9a[0-9a-f]{8,12}-LHR)$/;
  for (const { reason, reasons, ...line } of lines)
    for (const [field, value] of Object.entries(line)) {
      const place = `${line.ts} ${field}`;
      if (field === "ts" || typeof value === "number") continue;
      // Routes come without ids and tokens; everything else is a name from the code.
      if (field === "route") expect(value, place).toMatch(/^(\/:?[a-z-]+)+$/);
      else if (field.endsWith("Id")) expect(value, place).toMatch(id);
      else expect(value, place).toMatch(/^[a-z-]+(\.[a-z-]+)?$|^[A-Z]+$/);
    }
  // Texts of errors, never what somebody typed, chose or received.
  expect(asJson.out).not.toMatch(/@|\.wav|\.jpe?g|https?:|\+\d/i);
});

test("its calls and sweep parts exist in the app, so they can be found in real logs", () => {
  const plain = (path: string) => path.replace(/:\w+/g, ":");
  const calls = api.routes.map(([method, , , path]) => `${method} ${plain(path ?? "")}`);
  const apiLines = lines.filter(({ route }) => route?.startsWith("/api/"));
  expect(apiLines.length).toBeGreaterThan(0);
  for (const { method, route } of apiLines)
    expect(calls).toContain(`${method} ${plain(route ?? "")}`);
  const source = readFileSync("workers/jobs/sweep/sweep-parts.ts", "utf8");
  const parts = Array.from(source.matchAll(/\bname: "([a-z-]+)"/g), ([, name]) => name);
  for (const { part } of lines) if (part) expect(parts).toContain(part);
});

test("the files that are copied to the drive are the uploaded ones", () => {
  const sizes = (event: string, isOwn: (line: LogLine) => boolean) =>
    lines.filter((line) => line.event === event && isOwn(line)).map(({ bytes }) => bytes);
  const mirroredLines = lines.filter(({ event }) => event === "drive.file-mirrored");
  expect(mirroredLines.length).toBeGreaterThan(0);
  for (const { submissionId } of mirroredLines) {
    const recordedLine = lines.find(
      (line) => line.event === "submission.recorded" && line.submissionId === submissionId,
    );
    const completedSizes = sizes(
      "upload.completed",
      ({ draftId }) => draftId === recordedLine?.draftId,
    );
    expect(sizes("drive.file-mirrored", (line) => line.submissionId === submissionId)).toEqual(
      completedSizes,
    );
  }
});
