import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTool, stopTool } from "../../workers/cli/processes";
import { freePort } from "./free-port";

/** A benchmark's own worker, run in `wrangler dev` like the app. */
export interface BareServer {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

/** Starts the bare worker with its own state. */
export async function startBare(): Promise<BareServer> {
  const stateDir = mkdtempSync(join(tmpdir(), "bare-upload-"));
  const server = await startWorker("bare-worker", stateDir);
  const stop = async () => {
    await server.stop();
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  };
  return { ...server, stop };
}

/**
 * Starts the worker in a folder beside this file, on the state in `stateDir`.
 * @throws Error with what wrangler printed when the worker does not answer within a minute.
 */
export async function startWorker(folder: string, stateDir: string): Promise<BareServer> {
  const port = await freePort();
  const config = join(import.meta.dirname, folder, "wrangler.toml");
  const child = startTool(
    "wrangler",
    [
      ...["dev", "-c", config, "--port", String(port), "--inspector-port", "0"],
      ...["--persist-to", stateDir, "--show-interactive-dev-session=false"],
    ],
    { WRANGLER_SEND_METRICS: "false", NO_UPDATE_NOTIFIER: "1" },
    "pipe",
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text) => {
      output = (output + text).slice(-20_000);
    });
  const exit = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  const stop = async () => {
    stopTool(child);
    await exit;
  };
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + 60_000;
  while (
    !(await fetch(url).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The worker did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { url, pid: child.pid ?? 0, stop };
}
