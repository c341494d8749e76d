import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { EVENTS } from "../app/monitoring/log-events";
import { startApp } from "./support/app-server";
import { announceApp } from "./support/app-under-test";
import { ensureBrowser } from "./support/find-browser";
import {
  endedChildrenSeconds,
  fileTable,
  measuredCommand,
  parseShellTimes,
  type Stage,
  stageTable,
} from "./support/stage-table";
import { type Tally, tallyPlaywright, tallyVitest } from "./support/test-tally";

/** Where the runners' own reports lie until the next run. */
const reports = resolve(".cache/test-reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const startedAt = Date.now();
const total: Tally = { passed: 0, failed: [], files: [] };
const stages: Stage[] = [];

/** Runs a command to its end without blocking: the app's output must be read on meanwhile. */
async function run(
  name: string,
  command: string[],
  env: Record<string, string> = {},
): Promise<{ stage: Stage; passed: boolean }> {
  console.log(`\n— ${name}`);
  const timesFile = join(reports, `${name.replaceAll(/\W+/g, "-")}.times`);
  const [program = "", ...args] = measuredCommand(timesFile, command);
  const began = Date.now();
  const passed = await new Promise<boolean>((resolve) => {
    const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
  const cpuSeconds = existsSync(timesFile) ? parseShellTimes(readFileSync(timesFile, "utf8")) : 0;
  const stage: Stage = { name, tests: 0, wallMs: Date.now() - began, cpuSeconds };
  stages.push(stage);
  return { stage, passed };
}

/** A check that is one thing, such as types: it counts as one test. */
async function check(name: string, command: string[]): Promise<void> {
  const { stage, passed } = await run(name, command);
  stage.tests = 1;
  if (passed) total.passed += 1;
  else total.failed.push(name);
}

/** A suite counts by its own report; one that wrote none has failed as a whole. */
async function suite(
  name: string,
  command: string[],
  read: (json: unknown) => Tally,
): Promise<void> {
  const file = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const { stage, passed } = await run(
    name,
    command.map((word) => word.replace("%s", file)),
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  try {
    const tally = read(JSON.parse(readFileSync(file, "utf8")));
    total.passed += tally.passed;
    total.failed.push(...tally.failed);
    total.files.push(...tally.files);
    stage.tests = tally.passed + tally.failed.length;
    if (tally.failed.length === 0 && !passed) total.failed.push(name);
  } catch {
    total.failed.push(name);
  }
}

function vitest(name: string, projects: string, ...options: string[]): Promise<void> {
  const reporters = ["--reporter=dot", "--reporter=json", "--outputFile.json=%s"];
  const command = ["npx", "vitest", "run", "--project", projects, ...options, ...reporters];
  return suite(name, command, tallyVitest);
}

/**
 * Every event of the log's list was written by a worker in some journey: one that none of them meets is
 * dead, or nobody would see it break.
 */
function everyEventIsWritten(file: string): void {
  const seenEvents = new Set(readFileSync(file, "utf8").split("\n"));
  const missing = Object.keys(EVENTS).filter((event) => !seenEvents.has(event));
  if (missing.length === 0) total.passed += 1;
  for (const event of missing) total.failed.push(`The log event ${event}: no journey writes it`);
}

const eventsSeen = join(reports, "events.txt");
writeFileSync(eventsSeen, "");
process.env.EVENTS_SEEN = eventsSeen;

ensureBrowser();
await Promise.all([
  check("Types", ["npm", "run", "--silent", "types"]),
  check("Lint: style", ["npm", "run", "--silent", "lint:style"]),
  check("Lint: imports", ["npm", "run", "--silent", "lint:imports"]),
  check("Lint: unused", ["npm", "run", "--silent", "lint:unused"]),
  vitest("Unit tests", "unit*"),
]);
console.log("\n— Building and starting the app");
const buildBegan = Date.now();
const app = await startApp({ build: true });
const buildMs = Date.now() - buildBegan;
try {
  announceApp(app);
  await Promise.all([
    // Most of their time is spent waiting for a queue: beside them there is room for the others. They
    // stay apart: what the product remembers for as long as its worker lives is one world's alone. A
    // process each for that, which loads all libraries anew, took 1.7 s of a core a file.
    vitest(
      "Tests in worlds of their own",
      "worlds",
      ...["--maxWorkers=2", "--poolOptions.forks.isolate=false"],
    ),
    // These two share the app.
    vitest("Tests in workerd", "workerd").then(() =>
      suite(
        "Browser journeys",
        ["npx", "playwright", "test", "--reporter=dot,json"],
        tallyPlaywright,
      ),
    ),
  ]);
  everyEventIsWritten(eventsSeen);
} finally {
  if (app.falls() > 0) total.failed.push("The local run, which has ended by itself");
  if (total.failed.length > 0)
    console.log(`\nLast lines of the workers:\n${app.output().slice(-6000)}`);
  await app.stop();
}
const cpuOfAll = endedChildrenSeconds();
if (cpuOfAll !== undefined) {
  const known = stages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const stage = { tests: 0, wallMs: buildMs, cpuSeconds: cpuOfAll - known };
  stages.push({ name: "Build, and the app that the tests share", ...stage });
}
console.log(`\n${stageTable(stages, Date.now() - startedAt)}\n\n${fileTable(total.files)}\n`);

// Here again, since what a suite printed of them is far up by now.
for (const name of total.failed) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exit(total.failed.length === 0 ? 0 : 1);
