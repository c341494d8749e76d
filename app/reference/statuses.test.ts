import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  canFollow,
  entryStatuses,
  INVITED,
  openStatuses,
  statusLabel,
  statusOfLabel,
  statusTone,
  submissionStatuses,
} from "./statuses";

const TABLE = "app/reference/statuses.ts";
const source = readFileSync(TABLE, "utf8");

test("every status survives the way to the board and back", () => {
  for (const status of submissionStatuses) expect(statusOfLabel(statusLabel(status))).toBe(status);
});

test.each([
  ["LIVE", "live"],
  [" In Progress ", "in progress"],
  ["in_progress", "in progress"],
  ["Working on it", undefined],
  ["", undefined],
])("the label %j is the status %s", (label, status) => {
  expect(statusOfLabel(label)).toBe(status);
});

test("what only the board or the waiting list knows is neutral, and anything may follow it", () => {
  for (const status of [INVITED, "mislaid", ""]) {
    expect(statusTone(status)).toBe("neutral");
    expect(submissionStatuses.every((next) => canFollow(status, next))).toBe(true);
  }
});

test("the queue waits for what we have not decided, or still prepare", () => {
  expect(openStatuses).toEqual(["pending", "in progress"]);
  expect(entryStatuses).toEqual(["pending", "approved", "rejected"]);
});

/** The answers of the first status, by question, as they are written. */
function writtenAnswers(): [question: string, answer: string][] {
  const [, row = ""] = /^ {2}pending: \{\n(.*?)^ {2}\},$/ms.exec(source) ?? [];
  return [...row.matchAll(/^ {4}(\w+): .*?,$(?=\n {4}\w|\n$)/gms)].map(
    ([answer, question = ""]) => [question, answer],
  );
}

const folder = mkdtempSync(join(tmpdir(), "statuses-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Compiles copies of the table, each with a status 'on hold'. @returns what is wrong with each. */
function compileCopies(rows: readonly string[]): string[][] {
  for (const [index, row] of rows.entries()) {
    const copy = source.replace("  pending: {", `  "on hold": {\n${row}\n},\n  pending: {`);
    const use = 'export const added: SubmissionStatus = "on hold";\n';
    writeFileSync(join(folder, `copy-${index}.ts`), copy + use);
  }
  const compilerOptions = {
    ...{ strict: true, noEmit: true, types: [], target: "ES2022", lib: ["ES2022"] },
    ...{ module: "ESNext", moduleResolution: "Bundler", paths: { "~/*": [resolve("app/*")] } },
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
  const compiler = "node_modules/typescript-native/bin/tsc";
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], {
    encoding: "utf8",
  });
  const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
  return rows.map((_, index) => errors.filter((line) => line.includes(`copy-${index}.ts(`)));
}

test("a new status compiles once each question is answered, in the table alone", () => {
  const answers = writtenAnswers();
  const write = (some: typeof answers) => some.map(([, answer]) => answer).join("\n");
  const [whole, strange, ...partial] = compileCopies([
    write(answers),
    write(answers).replace('next: "any"', 'next: ["mislaid"]'),
    ...answers.map((left) => write(answers.filter((answer) => answer !== left))),
  ]);
  expect(whole).toEqual([]);
  expect(strange).toEqual([expect.stringContaining('"mislaid"')]);
  expect(answers.length).toBeGreaterThan(10);
  expect(partial).toEqual(
    answers.map(([question]) => [expect.stringContaining(`'${question}' is missing`)]),
  );
});

/** Where a name means something else, or stands for itself. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  // A release in each status, to look at.
  "app/domain/artists/demo-artist.ts": /status: "[a-z ]+"/g,
  // A line of the log, as it is played.
  "workers/cli/demo-day.ts": /reason: "approved"/g,
  // The picture of an upload.
  "app/domain/uploads/picture-view.client.ts": /status: "failed"/g,
  "app/features/wizard/upload/use-picture.ts": /preview\?\.status === "failed"/g,
  // A settled promise.
  "app/features/staff/links/staff-links.server.ts": /result\.status === "rejected"/g,
};

const name = `["'\`](?:${submissionStatuses.join("|")})["'\`]`;
const LISTS: Readonly<Record<string, RegExp>> = {
  "a list of statuses": new RegExp(`${name}\\s*,\\s*${name}`),
  "a status by its name": new RegExp(`[sS]tatus\\w*\\)?\\s*(?:[!=]==?|:|IN \\()\\s*${name}`),
  "a name that only statuses have": /["'`](?:pending|in progress|processing|approved)["'`]/,
  "answers beside the table": /(?:Record|Map)<SubmissionStatus,/,
};

test("no other file lists statuses, or asks for one by its name", () => {
  const files = ["app", "functions", "workers"]
    .flatMap((room) => readdirSync(room, { recursive: true }).map((path) => `${room}/${path}`))
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && path !== TABLE);
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((path) => {
    const text = readFileSync(path, "utf8").replaceAll(OTHERS[path] ?? /$^/g, "");
    return Object.entries(LISTS).flatMap(([what, pattern]) =>
      pattern.test(text) ? [`${path}: ${what}`] : [],
    );
  });
  expect(found).toEqual([]);
});
