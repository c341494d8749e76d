import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { announceApp, startApp } from "./support/app-server";
import { ensureBrowser } from "./support/find-browser";

const reports = mkdtempSync(join(tmpdir(), "reports-"));
const total = { passed: 0, failed: 0 };

const vitestReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

function run(command: string[], env: Record<string, string> = {}): boolean {
  const [program = "", ...args] = command;
  const ended = spawnSync(program, args, { stdio: "inherit", env: { ...process.env, ...env } });
  return ended.status === 0;
}

/** A check that is one thing, such as types: it counts as one test. */
function check(name: string, command: string[]): void {
  console.log(`\n— ${name}`);
  if (run(command)) total.passed += 1;
  else total.failed += 1;
}

/** A suite counts by its own report; one that wrote none has failed as a whole. */
function suite(name: string, command: string[], read: (json: unknown) => [number, number]): void {
  console.log(`\n— ${name}`);
  const file = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const passed = run(
    command.map((word) => word.replace("%s", file)),
    { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
  try {
    const [good, bad] = read(JSON.parse(readFileSync(file, "utf8")));
    total.passed += good;
    total.failed += bad === 0 && !passed ? 1 : bad;
  } catch {
    total.failed += 1;
  }
}

function vitest(name: string, project: string): void {
  const reporters = ["--reporter=dot", "--reporter=json", "--outputFile.json=%s"];
  suite(name, ["npx", "vitest", "run", "--project", project, ...reporters], (json) => {
    const { numPassedTests, numFailedTests } = v.parse(vitestReport, json);
    return [numPassedTests, numFailedTests];
  });
}

ensureBrowser();
check("Types", ["npm", "run", "--silent", "types"]);
check("Lint", ["npm", "run", "--silent", "lint"]);
vitest("Unit tests", "unit");
console.log("\n— Building and starting the app");
const app = await startApp({ build: true });
try {
  announceApp(app);
  vitest("Tests in workerd", "workerd");
  suite("Browser journeys", ["npx", "playwright", "test", "--reporter=dot,json"], (json) => {
    const { stats } = v.parse(playwrightReport, json);
    return [stats.expected, stats.unexpected + stats.flaky];
  });
} finally {
  if (total.failed > 0) console.log(`\nLast lines of the workers:\n${app.output().slice(-6000)}`);
  await app.stop();
  rmSync(reports, { recursive: true, force: true });
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
