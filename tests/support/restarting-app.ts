import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stopTool } from "../../workers/commands/processes";
import { serve } from "../../workers/commands/serve";
import { readLocalRun } from "../../workers/commands/settings-from-shell";
import { freePort } from "../bench/free-port";
import { migratedState } from "./migrated-state";
import { quickFolder } from "./quick-folder";
import { rememberEvents } from "./seen-events";

/** The app, built before, on state of its own that outlives it. */
export interface RestartingApp {
  url: string;
  /** Ends it. */
  halt: () => Promise<void>;
  /** Starts it again on the same state, at the same address. */
  resume: () => Promise<void>;
  /** Ends it and removes its state. */
  stop: () => Promise<void>;
}

/** Starts the app that was built last. */
export async function startRestartingApp(env: Record<string, string> = {}): Promise<RestartingApp> {
  const stateDir = mkdtempSync(join(quickFolder(), "restarting-"));
  const port = await freePort();
  const localRun = readLocalRun({ ...env, PORT: String(port), STATE_DIR: stateDir });
  process.env.TEST_WINDOW = "open";
  await migratedState(stateDir);
  const start = () => serve(localRun, rememberEvents);
  let child = await start();
  const halt = async () => {
    const exit = new Promise((resolve) => child.on("exit", resolve));
    if (child.exitCode !== null) return;
    stopTool(child);
    await exit;
  };
  return {
    url: `http://localhost:${port}`,
    halt,
    resume: async () => {
      child = await start();
    },
    stop: async () => {
      await halt();
      rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
