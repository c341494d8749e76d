import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { buildBrowserWorkers } from "./browser-workers";
import { buildClipConverter } from "./clip-converter";
import { packScripts } from "./pack-scripts";
import { runTool, startTool, stopTool } from "./processes";
import { type LocalRun, settingsAsEnv, stopWith } from "./settings-from-shell";
import { packStyles } from "./split-styles";

const CONFIGS = ["wrangler.toml", "workers/jobs/wrangler.toml", "workers/sandbox/wrangler.toml"];
/** Goes into the process of the local runtime's tool: see there. */
const PRELOADED = new URL("./keep-connections.mjs", import.meta.url);
const QUIET = { WRANGLER_SEND_METRICS: "false", NO_UPDATE_NOTIFIER: "1" };

/** Builds the site, the workers that its pages start in the browser, and the clips' converter. */
export async function buildSite(): Promise<void> {
  await buildBrowserWorkers();
  await buildClipConverter();
  await runTool("remix", ["build"], { NODE_ENV: "production" });
  await packScripts();
  packStyles();
}

/** Brings the local database up to date. */
export async function migrate({ stateDir }: Pick<LocalRun, "stateDir">): Promise<void> {
  const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir];
  await runTool("wrangler", args, { ...QUIET, CI: "true" });
}

function portIsFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/**
 * Starts site, jobs worker and sandbox together in the real runtime, and waits until they answer.
 * @param onLine gets every line the workers print, from the first one on.
 * @throws Error with everything printed so far when they do not start.
 */
export async function serve(run: LocalRun, onLine: (line: string) => void): Promise<ChildProcess> {
  if (!(await portIsFree(run.port)))
    stopWith(`PORT ${run.port} is in use. Stop what uses it, or set PORT to another number.`);
  const child = startTool(
    "wrangler",
    [
      "dev",
      ...CONFIGS.flatMap((config) => ["-c", config]),
      ...["--port", String(run.port), "--inspector-port", "0"],
      ...["--persist-to", run.stateDir],
      "--show-interactive-dev-session=false",
    ],
    {
      ...QUIET,
      NODE_OPTIONS: `--import=${PRELOADED.href}`,
      // The only way in which settings reach all three workers of one local run.
      CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
      ...settingsAsEnv(run.settings),
    },
    "pipe",
    "runtimes",
  );
  const lines = listenToLines(child, onLine);
  const address = `http://localhost:${run.port}`;
  if (!(await answers(`${address}/api/health`, child))) {
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
 * Stands in for the cron, which the local runtime keeps but never fires: without it, messages that
 * are lost with the local queue, as when a changed worker is loaded anew, would wait for ever.
 */
export function keepSweeping(run: LocalRun, everyMs = CRON_MS): NodeJS.Timeout {
  // A sweep that meets a reload is made up for by the next one.
  return setInterval(() => sweep(run, {}).catch(() => undefined), everyMs);
}

/** @returns the lines so far, growing. */
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

/** Prints the workers' log lines as they are written, and leaves wrangler's chatter out. */
export function printLogLine(line: string): void {
  const json = logLine(line);
  if (json) console.log(json);
}

/** The worker's own log line in a line of wrangler's output, or undefined for wrangler's chatter. */
function logLine(line: string): string | undefined {
  return /^(?:\[[\w-]+\] )?(\{"ts".*\})$/.exec(line)?.[1];
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  let exited = false;
  child.on("exit", () => {
    exited = true;
  });
  const deadline = Date.now() + 90_000;
  while (!exited && Date.now() < deadline) {
    const up = await fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

/** Ends the workers when this command is ended, and this command when they end. */
export function tieTo(child: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => stopTool(child));
  process.on("exit", () => stopTool(child));
  child.on("exit", (code) => process.exit(code ?? 1));
}
