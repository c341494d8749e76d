import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runTool, startTool, stopTool } from "../../workers/cli/processes";
import { freePort } from "./free-port";

const FOLDER = join(import.meta.dirname, "bare-remix");
const CONFIG = join(FOLDER, "wrangler.toml");
/** The folders of the built bundles: the bare page and the site. */
export const BUNDLES = { bare: resolve("build/workers/bare"), site: resolve("build/workers/site") };
const QUIET = { WRANGLER_SEND_METRICS: "false", NO_UPDATE_NOTIFIER: "1" };

/** Builds Remix's hello-world the way the app is built, and runs it the way the app runs locally. */
export async function startBareRemix(): Promise<{
  url: string;
  /** Process id of the group that runs it. */
  pid: number;
  stop: () => Promise<void>;
}> {
  await runTool("remix", ["build", FOLDER], { NODE_ENV: "production" });
  const bundling = ["deploy", "--dry-run", "-c", CONFIG, "--outdir", BUNDLES.bare];
  await runTool("wrangler", bundling, QUIET);
  const stateDir = mkdtempSync(join(tmpdir(), "bare-remix-"));
  const port = await freePort();
  const script = resolve("workers/cli/local-workers.mjs");
  const args = [script, String(port), stateDir, CONFIG, BUNDLES.bare];
  const child = startTool(process.execPath, args, QUIET, "inherit");
  const url = `http://localhost:${port}`;
  const exit = new Promise<void>((finish) => child.on("exit", () => finish()));
  const stop = async () => {
    stopTool(child);
    await exit;
    rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  };
  for (let tries = 0; tries < 300; tries++) {
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) return { url, pid: child.pid ?? 0, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error("The bare page did not start.");
}
