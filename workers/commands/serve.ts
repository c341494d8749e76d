import type { ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { runTool, startTool, stopTool } from "./processes";
import { type LocalRun, settingsAsEnv, stopWith } from "./settings-from-shell";

const CONFIGS = ["wrangler.toml", "workers/jobs/wrangler.toml", "workers/sandbox/wrangler.toml"];
const QUIET = { WRANGLER_SEND_METRICS: "false", NO_UPDATE_NOTIFIER: "1" };

/** Builds the site. */
export async function buildSite(): Promise<void> {
  await runTool("remix", ["build"], { NODE_ENV: "production" });
}

/** Brings the local database up to date. */
export async function migrate({ stateDir }: LocalRun): Promise<void> {
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
 * @param output where the workers' log lines go: to this terminal, or to a pipe.
 */
export async function serve(
  run: LocalRun,
  output: "inherit" | "pipe" = "inherit",
): Promise<ChildProcess> {
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
      ...["--log-level", "log"],
    ],
    {
      ...QUIET,
      // The only way in which settings reach all three workers of one local run.
      CLOUDFLARE_INCLUDE_PROCESS_ENV: "true",
      ...settingsAsEnv(run.settings),
    },
    output,
  );
  await answers(`http://localhost:${run.port}/api/health`, child);
  await fetch(`http://localhost:${run.port}/sandbox/sweep`, {
    method: "POST",
    body: JSON.stringify({ minAgeSeconds: 0 }),
  });
  return child;
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  let exited = false;
  child.on("exit", () => {
    exited = true;
  });
  const deadline = Date.now() + 90_000;
  while (!exited && Date.now() < deadline) {
    const up = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (up) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  stopTool(child);
  throw new Error("The workers did not start; their output above says why.");
}

/** Ends the workers when this command is ended, and this command when they end. */
export function tieTo(child: ChildProcess): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      stopTool(child);
      process.exit(0);
    });
  process.on("exit", () => stopTool(child));
  child.on("exit", (code) => process.exit(code ?? 0));
}
