import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findUnclear } from "../support/chaos-answers";
import { draw, randomFor } from "../support/chaos-decisions";
import { findJourneys, findUnitTests, JOURNEYS } from "../support/check-selection";
import { choosePiece, type DeepStep, piecesOf } from "../support/deep-pieces";
import { findAffected } from "../support/module-graph";
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

const importers = new Map([
  ["app/domain/review/a.ts", ["app/domain/review/b.ts", "app/domain/review/a.test.ts"]],
  ["app/domain/review/b.ts", ["app/routes/staff.tsx", "app/domain/review/b.test.ts"]],
  ["app/ui/c.ts", ["app/routes/staff.tsx", "app/features/d.ts"]],
  ["app/features/d.ts", ["app/routes/_portal.tsx"]],
]);

test("a check runs the journey whose pages import what changed, of several the nearest one", () => {
  expect(findJourneys(["app/domain/review/a.ts"], importers)).toEqual(["@staff"]);
  expect(findJourneys(["app/ui/c.ts"], importers)).toEqual(["@staff"]);
  expect(findJourneys(["app/features/d.ts", "app/ui/c.ts"], importers)).toEqual([
    "@portal",
    "@staff",
  ]);
  expect(findJourneys(["workers/cli/dev.ts"], importers)).toEqual([]);
});

test("a check runs the unit tests that import what changed, and those that read sources", () => {
  const affected = findAffected(["app/domain/review/a.ts"], importers);
  const sources = ["tests/specification/test-tools.test.ts", "app/ui/e.test.ts"];
  expect(findUnitTests(affected, sources)).toEqual({
    chosen: [
      "app/domain/review/a.test.ts",
      "app/domain/review/b.test.ts",
      "tests/specification/test-tools.test.ts",
    ],
    left: 0,
  });
});

test("each journey of a check is there, and so are the pages that it visits", () => {
  const journeys = readdirSync("tests/e2e").map((name) =>
    readFileSync(`tests/e2e/${name}`, "utf8"),
  );
  for (const [tag, pages] of Object.entries(JOURNEYS)) {
    expect(
      journeys.filter((text) => text.includes(`tag: "${tag}"`)),
      tag,
    ).toHaveLength(1);
    expect(
      pages.filter((page) => !existsSync(page)),
      tag,
    ).toEqual([]);
  }
});

const step = (part: DeepStep["part"], pieces: number): DeepStep => ({
  ...{ part, pieces, name: part, needsApp: false },
  run: async () => {},
});

test("a commit's hash chooses one piece of the slow tests, always the same; each comes up", () => {
  const pieces = piecesOf([step("links", 3), step("node", 1)]);
  expect(pieces.map(({ shard }) => shard)).toEqual([
    ["--shard=1/3"],
    ["--shard=2/3"],
    ["--shard=3/3"],
    [],
  ]);
  const hashes = Array.from({ length: 4 }, (_, n) => `0000000${n}${"ab".repeat(16)}`);
  expect(hashes.map((hash) => choosePiece(hash, pieces))).toEqual(pieces);
  expect(choosePiece("HEAD", pieces)).toBeUndefined();
});

test("a seed of the chaos journey draws the same faults for the same calls, and another draws others", () => {
  const odds = { before: 0.2, after: 0.2 };
  const drawFaults = (seed: number) =>
    Array.from({ length: 500 }, (_, count) => draw(odds, randomFor(seed, "d1", count)));
  const faults = drawFaults(1);
  expect(drawFaults(1)).toEqual(faults);
  expect(drawFaults(2)).not.toEqual(faults);
  const failed = faults.filter((fault) => fault !== undefined);
  expect(failed.length).toBeGreaterThan(150);
  expect(failed.length).toBeLessThan(250);
});

const page = (text: string) => ({ status: 500, location: "", isHtml: true, body: text });
const reply = (error: unknown) => ({
  ...page(JSON.stringify({ success: false, error })),
  isHtml: false,
});

test.each([
  [page("<h1>Sorry</h1><p>Please try again in a minute.</p>"), undefined],
  [page("<h1>Error</h1><p>TypeError: x is not a function.</p>"), 'the page says "TypeError"'],
  [page("<h1>Internal Server Error</h1>"), 'the page says "Internal Server Error"'],
  [page("<h1>Sorry</h1>"), "the page has no sentence"],
  [page("Please try again."), "the page has no heading"],
  [reply("Please try again in a minute."), undefined],
  [reply("D1_ERROR: Network connection lost."), 'the reply says "D1_ERROR"'],
  [reply("failed"), "the error text is no sentence"],
  [reply(undefined), "the reply has no error text"],
  [{ ...page("Worker threw exception"), isHtml: false }, "the reply is neither a page nor JSON"],
  [{ ...page("ok"), status: 200 }, undefined],
])("the chaos journey judges answer %#", (answer, problem) => {
  expect(findUnclear(answer, "artist")).toBe(problem);
});
