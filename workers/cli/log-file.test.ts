import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLogWriter, readLogLines } from "./log-file";

const line = (n: number) =>
  JSON.stringify({ ts: "2026-11-24T08:00:00.000Z", level: "info", event: "sweep.done", count: n });

function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "log-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("only the latest lines of a local run are kept, in their order", () => {
  const folder = stateFolder();
  for (let n = 0; n < 50; n++) createLogWriter(folder, 500)(line(n));
  const counts = readLogLines(folder).map(({ count }) => Number(count));
  expect(counts.at(-1)).toBe(49);
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(counts.length).toBeLessThan(30);
  const files = readdirSync(join(folder, "logs"));
  expect(files).toHaveLength(4);
  for (const file of files) expect(statSync(join(folder, "logs", file)).size).toBeLessThan(501);
});

test("writing to a folder that was deleted does not throw", () => {
  const folder = stateFolder();
  const keep = createLogWriter(folder);
  rmSync(folder, { recursive: true });
  expect(() => keep(line(1))).not.toThrow();
  expect(readLogLines(folder)).toEqual([]);
});
