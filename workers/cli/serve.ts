import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { buildBrowserWorkers } from "./browser-workers";
import {
  clearFingerprint,
  isBuildCurrent,
  sourceFingerprint,
  storeFingerprint,
} from "./build-fingerprint";
import { buildCompiledModules } from "./compiled-modules";
import { copyScriptFonts } from "./copy-script-fonts";
import { createLogWriter } from "./log-file";
import { buildOfflineWorker } from "./offline-worker";
import { buildPlainStyles } from "./plain-styles";
import { runTool, startTool, stopTool } from "./processes";
import { exitWithMessage, type LocalRun, settingsAsEnv } from "./settings-from-shell";

/** The workers of a local run: their configurations, and the folders of their bundles. */
export const WORKERS: [config: string, bundle: string][] = [
  ["wrangler.toml", "build/workers/site"],
  ["workers/jobs/wrangler.toml", "build/workers/jobs"],
  ["workers/sandbox/wrangler.toml", "build/workers/sandbox"],
];
const LOCAL_WORKERS = join(import.meta.dirname, "local-workers.mjs");
const QUIET = { WRANGLER_SEND_METRICS: "false", NO_UPDATE_NOTIFIER: "1" };

/** Called with a sentence when a part of the work begins. */
export type Progress = (sentence: string) => void;

/** Makes what pages load besides their own files and is not kept in the repository. */
export async function buildStaticFiles(): Promise<void> {
  await buildCompiledModules();
  copyScriptFonts();
  buildPlainStyles();
}

/** Builds the site: compiled modules, web workers and pages. */
export async function buildSite(onProgress: Progress = () => undefined): Promise<void> {
  clearFingerprint();
  onProgress("Building the scripts beside the pages (1 of 3) …");
  await buildStaticFiles();
  await buildBrowserWorkers();
  onProgress("Building the pages (2 of 3) …");
  await buildPages();
}

/** Builds the pages for browsers, and the site worker. */
export async function buildPages(): Promise<void> {
  await runTool("remix", ["vite:build"], { NODE_ENV: "production" });
  await buildOfflineWorker();
}

/**
 * Builds the site and bundles the workers of a local run, unless no source has changed since the last
 * build.
 */
export async function buildLocalRun(onProgress: Progress = () => undefined): Promise<void> {
  if (isBuildCurrent()) return onProgress("Nothing has changed since the last build.");
  const fingerprint = sourceFingerprint();
  await buildSite(onProgress);
  onProgress("Bundling the workers (3 of 3) …");
  await bundleWorkers();
  storeFingerprint(fingerprint);
}

/** Bundles the workers of a local run from their sources and the pages that were built last. */
export async function bundleWorkers(): Promise<void> {
  clearFingerprint();
  const bundles = WORKERS.map(([config, bundle]) => {
    const args = ["deploy", "--dry-run", "-c", config, "--env", "", "--outdir", resolve(bundle)];
    return runTool("wrangler", args, QUIET);
  });
  await Promise.all(bundles);
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** A run that has just ended may keep its port this long, because its runtime ends after it. */
const PORT_RELEASE_MS = 3_000;

async function waitForPort(port: number): Promise<boolean> {
  const end = Date.now() + PORT_RELEASE_MS;
  while (!(await isPortFree(port))) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return true;
}

/**
 * Starts site, jobs worker and sandbox together in the real runtime, and waits until they answer.
 * Their log lines are stored beside the state, for `npm run logs`.
 * @param onLine is called with every line that the workers print.
 * @param workers other bundles than those of the build.
 * @throws Error with the output so far when they do not start.
 */
export async function serve(
  run: LocalRun,
  onLine: (line: string) => void,
  workers = WORKERS,
): Promise<ChildProcess> {
  if (!(await waitForPort(run.port)))
    exitWithMessage(
      `PORT ${run.port} is in use. Stop what uses it, or set PORT to another number.`,
    );
  const child = startTool(
    process.execPath,
    [LOCAL_WORKERS, String(run.port), run.stateDir, ...workers.flat()],
    {
      ...QUIET,
      // The only way in which settings reach all three workers of one local run.
      CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
      ...settingsAsEnv(run.settings),
    },
    "pipe",
  );
  const writeLog = createLogWriter(run.stateDir);
  const lines = listenToLines(child, (line) => {
    const json = logLine(line);
    if (json) writeLog(json);
    onLine(line);
  });
  const address = `http://localhost:${run.port}`;
  if (!(await waitForAnswer(`${address}/api/health`, child))) {
    stopTool(child);
    throw new Error(`The workers did not start:\n${lines.join("\n")}`);
  }
  await sweep(run, { minAgeSeconds: 0 });
  return child;
}

async function sweep({ port }: LocalRun, options: { minAgeSeconds?: number }): Promise<void> {
  const body = JSON.stringify(options);
  await fetch(`http://localhost:${port}/sandbox/sweep`, { method: "POST", body });
}

/** As often as the jobs worker's cron in `workers/jobs/wrangler.toml`. */
const CRON_MS = 5 * 60_000;

/**
 * Replaces the cron, which the local runtime never fires. Without it, messages that the local queue
 * loses, for example when a changed worker is reloaded, would wait for ever.
 */
export function startSweepTimer(run: LocalRun, everyMs = CRON_MS): NodeJS.Timeout {
  // A sweep that fails during a reload is repeated by the next one.
  return setInterval(() => sweep(run, {}).catch(() => undefined), everyMs);
}

/** @returns the lines so far; the array grows. */
function listenToLines(child: ChildProcess, onLine: (line: string) => void): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface(stream).on("line", (line) => {
      if (lines.length < 500) lines.push(line);
      onLine(line);
    });
  }
  return lines;
}

/** Prints a line of the workers' log, and ignores other output. */
export function printLogLine(line: string): void {
  const json = logLine(line);
  if (json) console.log(json);
}

/** The id of the supervisor's own requests, which are left out of the log. */
export const PROBE_ID = "supervisor";

function logLine(line: string): string | undefined {
  if (line.includes(`"requestId":"${PROBE_ID}"`)) return undefined;
  return /^(?:\[[\w-]+\] )?(\{"ts".*\})$/.exec(line)?.[1];
}

async function waitForAnswer(url: string, child: ChildProcess): Promise<boolean> {
  let exited = false;
  child.on("exit", () => {
    exited = true;
  });
  const deadline = Date.now() + 90_000;
  while (!exited && Date.now() < deadline) {
    // Degraded counts, too: on an old state the sweep has been silent, and this run begins with one.
    const isUp = await fetch(url, { signal: AbortSignal.timeout(5_000) })
      .then((response) => response.json())
      .then(
        () => true,
        () => false,
      );
    if (isUp) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}
