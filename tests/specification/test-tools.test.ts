import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findRooms, ROOMS } from "../support/rooms";
import { parseShellTimes, stageTable } from "../support/stage-table";

test("the time of what a shell ran is read from its second line", () => {
  expect(parseShellTimes("0m0.003s 0m0.000s\n1m29.102s 0m15.265s\n")).toBeCloseTo(104.367);
});

test("stages are a table with a sum; stages that ran side by side took less than their sum", () => {
  const stages = [
    { name: "Types", tests: 1, wallMs: 9_000, cpuSeconds: 12 },
    { name: "Units", tests: 40, wallMs: 20_000, cpuSeconds: 30 },
  ];
  expect(stageTable(stages, 21_000)).toContain("| whole run | 41 | 21 | 42 |");
});

test("a changed file belongs to the room that names its path most closely", () => {
  const names = (...files: string[]) => findRooms(files).map(({ name }) => name);
  expect(names("app/features/wizard/upload/file-field.tsx")).toEqual(["uploads"]);
  expect(names("app/features/wizard/frame/step-form.tsx", "workers/jobs/index.ts")).toEqual([
    "wizard",
    "jobs and third parties",
  ]);
  expect(names("app/services/services.server.ts")).toEqual(["platform"]);
  expect(names("docs/testing.md")).toEqual([]);
});

test("docs/testing.md names every room with its parts of test:deep", () => {
  const rows = readFileSync("docs/testing.md", "utf8").split("\n");
  for (const { name, parts } of ROOMS)
    expect(rows).toContain(`| ${name} | ${parts.map((part) => `\`${part}\``).join(", ")} |`);
});
