import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { EVENTS } from "../../app/observability/log-events";
import { type AppServer, startApp } from "./app-server";
import { announceApp } from "./app-under-test";
import { ensureBrowser } from "./find-browser";
import {
  fileTable,
  machineSeconds,
  measuredCommand,
  parseShellTimes,
  type Stage,
  stageTable,
  type Tally,
  tallyPlaywright,
  tallyVitest,
  withoutFiles,
} from "./stage-table";

/** The folder of the runners' reports. */
const REPORTS = resolve(".cache/test-reports");
/** Where vitest keeps the modules that it has transformed, for its other projects of this run. */
const MODULE_CACHE = resolve(".cache/test-modules");

/** A run of several tools: counts passed and failed tests, and prints the cost of each part. */
export class TestRun {
  private readonly total: Tally = { passed: 0, failed: [], files: [] };
  private readonly stages: Stage[] = [];
  private readonly startedAt = Date.now();
  private readonly machineSecondsBefore = machineSeconds();
  private readonly eventsFile = join(REPORTS, "events.txt");
  private buildMs = 0;
  private missingBrowser = "";
  /** The app that the tests share, while there is one. */
  private app: AppServer | undefined;

  constructor() {
    rmSync(REPORTS, { recursive: true, force: true });
    mkdirSync(REPORTS, { recursive: true });
    writeFileSync(this.eventsFile, "");
    process.env.EVENTS_SEEN = this.eventsFile;
    rmSync(MODULE_CACHE, { recursive: true, force: true });
    process.env.MODULE_CACHE = MODULE_CACHE;
  }

  /** Counts a failure outside of the tools. */
  fail(name: string): void {
    this.total.failed.push({ name });
  }

  /** Runs a command without blocking, as the app's output must be read meanwhile. */
  private async run(name: string, command: string[], env: Record<string, string>) {
    console.log(`\n— ${name}`);
    const timesFile = join(REPORTS, `${name.replaceAll(/\W+/g, "-")}.times`);
    const [program = "", ...args] = measuredCommand(timesFile, command);
    const startedAt = Date.now();
    const passed = await new Promise<boolean>((done) => {
      const plainText = process.stdout.isTTY ? {} : { NO_COLOR: "1" };
      const variables = { ...process.env, ...plainText, ...env };
      const child = spawn(program, args, { stdio: "inherit", env: variables });
      child.on("error", () => done(false));
      child.on("exit", (code) => done(code === 0));
    });
    const cpuSeconds = existsSync(timesFile) ? parseShellTimes(readFileSync(timesFile, "utf8")) : 0;
    const stage: Stage = { name, tests: 0, wallMs: Date.now() - startedAt, cpuSeconds };
    this.stages.push(stage);
    return { stage, passed };
  }

  /** Runs a check that counts as one test, such as types. */
  async check(name: string, command: string[], env: Record<string, string> = {}): Promise<void> {
    const { stage, passed } = await this.run(name, command, env);
    stage.tests = 1;
    if (passed) this.total.passed += 1;
    else this.total.failed.push({ name, command: command.join(" ") });
  }

  /** Runs a suite and counts its report; without a report the whole suite has failed. */
  private async suite(
    name: string,
    command: (report: string, files: string[]) => string[],
    env: Record<string, string>,
    parseReport: (json: unknown) => Tally,
  ): Promise<void> {
    const fallsBefore = this.app?.falls() ?? 0;
    const first = await this.runSuite(name, (report) => command(report, []), env, parseReport);
    if (!first) return this.fail(name);
    const files = new Set(first.failed.flatMap(({ file }) => file ?? []));
    if (files.size > 0) await this.app?.waitForRestart();
    const hasFallen = (this.app?.falls() ?? 0) > fallsBefore;
    if (!hasFallen || files.size === 0) return this.count(first);
    this.count(withoutFiles(first, files));
    await this.repeatOnNewApp(name, [...files], (rerun) =>
      this.runSuite(rerun, (report) => command(report, [...files]), env, parseReport),
    );
  }

  /** @returns undefined where the runner wrote no report. */
  private async runSuite(
    name: string,
    command: (report: string) => string[],
    env: Record<string, string>,
    parseReport: (json: unknown) => Tally,
  ): Promise<Tally | undefined> {
    const report = join(REPORTS, `${name.replaceAll(/\W+/g, "-")}.json`);
    const variables = { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const { stage, passed } = await this.run(name, command(report), variables);
    try {
      const tally = parseReport(JSON.parse(readFileSync(report, "utf8")));
      stage.tests = tally.passed + tally.failed.length;
      return tally.failed.length === 0 && !passed ? { ...tally, failed: [{ name }] } : tally;
    } catch {
      return undefined;
    }
  }

  private count(tally: Tally): void {
    this.total.passed += tally.passed;
    this.total.failed.push(...tally.failed);
    this.total.files.push(...tally.files);
  }

  /**
   * The local runtime crashes once in a few dozen runs, and the failures then say nothing about the
   * portal. Those files run again on a new app; a second crash fails the run.
   */
  private async repeatOnNewApp(
    name: string,
    files: readonly string[],
    rerun: (name: string) => Promise<Tally | undefined>,
  ): Promise<void> {
    console.log(`\nThe local runtime has crashed. Once more: ${files.join(", ")}`);
    const app = await startApp({ build: false });
    const announceFormerApp = announceApp(app);
    try {
      const secondTally = `${name}, after the crash`;
      const tally = await rerun(secondTally);
      if (tally) this.count(tally);
      else this.fail(secondTally);
      if (app.falls() > 0) this.fail("The local runtime, which crashed again");
    } finally {
      announceFormerApp();
      await app.stop();
    }
  }

  /**
   * Runs projects of vitest.config.ts.
   * @param inBackground leaves the processors to what runs beside it, and uses what that leaves idle.
   */
  vitest(name: string, project: string, options: string[] = [], inBackground = false) {
    const command = (report: string, files: string[]) => [
      ...(inBackground ? ["nice", "-n", "10"] : []),
      ...["npx", "vitest", "run", ...files, "--project", project, ...options],
      ...["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
    ];
    return this.suite(name, command, {}, tallyVitest);
  }

  /** Runs a project of playwright.config.ts; without a browser it fails. */
  async playwright(
    name: string,
    project: string,
    options: string[] = [],
    env: Record<string, string> = {},
  ): Promise<void> {
    if (this.missingBrowser) return this.fail(`${name}: ${this.missingBrowser}`);
    const command = (_report: string, files: string[]) => [
      ...["npx", "playwright", "test", ...files, `--project=${project}`, ...options],
      "--reporter=dot,json",
    ];
    await this.suite(name, command, env, tallyPlaywright);
  }

  /** Finds a browser, and reports at once where there is none; other tests run nevertheless. */
  findBrowser(): void {
    try {
      ensureBrowser();
    } catch (error) {
      this.missingBrowser = error instanceof Error ? error.message : String(error);
      console.log(`\n${this.missingBrowser} The journeys will fail.`);
    }
  }

  /** Builds and starts the app that tests share, and stops it after them. */
  async withApp(work: () => Promise<unknown>): Promise<void> {
    console.log("\n— Building and starting the app");
    const startedAt = Date.now();
    const app = await startApp({ build: true });
    announceApp(app);
    this.app = app;
    this.buildMs = Date.now() - startedAt;
    try {
      await work();
    } finally {
      this.app = undefined;
      await this.stopApp(app);
    }
  }

  private async stopApp(app: AppServer): Promise<void> {
    if (app.falls() > 1) this.fail("The local runtime, which crashed more than once");
    if (this.total.failed.length > 0)
      console.log(`\nLast lines of the workers:\n${app.output().slice(-6000)}`);
    await app.stop();
  }

  /** Expects every event of the log's list in some test, as others would be dead code. */
  expectEveryEvent(): void {
    const seenEvents = new Set(readFileSync(this.eventsFile, "utf8").split("\n"));
    const missing = Object.keys(EVENTS).filter((event) => !seenEvents.has(event));
    if (missing.length === 0) this.total.passed += 1;
    for (const event of missing) this.fail(`The log event ${event}: no test writes it`);
  }

  /** Adds the CPU time outside of the stages, as browsers are no awaited children of a stage. */
  private addOwnStage(): void {
    const stageSeconds = this.stages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
    const cpuSeconds = machineSeconds() - this.machineSecondsBefore - stageSeconds;
    const cost = { tests: 0, wallMs: this.buildMs, cpuSeconds };
    this.stages.push({ name: "Build; app and browsers meanwhile", ...cost });
  }

  /** Prints the cost of each part and the failed tests, and ends the process. */
  finish(): never {
    this.addOwnStage();
    const { passed, failed, files } = this.total;
    console.log(`\n${stageTable(this.stages, Date.now() - this.startedAt)}\n\n${fileTable(files)}`);
    for (const { name, command } of failed) {
      console.log(`\nfailed: ${name}`);
      if (command) console.log(`  alone: ${command}`);
    }
    console.log(`\n${passed} passed, ${failed.length} failed`);
    process.exit(failed.length === 0 ? 0 : 1);
  }
}
