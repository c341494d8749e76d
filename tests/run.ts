import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EVENTS } from "../app/monitoring/log-events";
import { startApp } from "./support/app-server";
import { announceApp } from "./support/app-under-test";
import { ensureBrowser } from "./support/find-browser";
import { type Tally, tallyPlaywright, tallyVitest } from "./support/test-tally";

const reports = mkdtempSync(join(tmpdir(), "reports-"));
const total: Tally = { passed: 0, failed: [] };

/** Runs a command to its end without blocking: the app's output must be read on meanwhile. */
function run(name: string, command: string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n— ${name}`);
  const [program = "", ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}

/** A check that is one thing, such as types: it counts as one test. */
async function check(name: string, command: string[]): Promise<void> {
  if (await run(name, command)) total.passed += 1;
  else total.failed.push(name);
}

/** A suite counts by its own report; one that wrote none has failed as a whole. */
async function suite(
  name: string,
  command: string[],
  read: (json: unknown) => Tally,
): Promise<void> {
  const file = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const passed = await run(
    name,
    command.map((word) => word.replace("%s", file)),
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  try {
    const tally = read(JSON.parse(readFileSync(file, "utf8")));
    total.passed += tally.passed;
    total.failed.push(...tally.failed);
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
const app = await startApp({ build: true });
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
  rmSync(reports, { recursive: true, force: true });
}

// Here again, since what a suite printed of them is far up by now.
for (const name of total.failed) console.log(`failed: ${name}`);
console.log(`\n${total.passed} passed, ${total.failed.length} failed`);
process.exit(total.failed.length === 0 ? 0 : 1);
