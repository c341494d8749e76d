import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "../../workers/cli/migrate-local";
import { stopTool } from "../../workers/cli/processes";
import { buildLocalRun, serve, type WORKERS } from "../../workers/cli/serve";
import { readLocalRun } from "../../workers/cli/settings-from-shell";
import { exitOf, supervise } from "../../workers/cli/supervisor";
import { freePort } from "../bench/free-port";
import { OUTPUT } from "./app-under-test";
import { quickFolder } from "./quick-folder";
import { rememberEvents } from "./seen-events";

/** The built app in the real runtime with its own state. */
export interface AppServer {
  url: string;
  stateDir: string;
  /** Process id of the group that runs it. */
  readonly pid: number;
  /** Everything the workers have printed so far. */
  output: () => string;
  /** How often it has crashed or stopped answering, and was restarted. */
  falls: () => number;
  /** Waits until a recent crash is counted and the app is up again. */
  waitForRestart: () => Promise<void>;
  /** @param keepState does not remove the state folder. */
  stop: (keepState?: boolean) => Promise<void>;
  removeState: () => void;
}

/** The machine of the tests is busy: a site that answers late is not yet silent. */
const SILENCE_MS = 90_000;
/** Longer than a run takes to end once its runtime has died. */
const CRASH_NOTICED_MS = 5_000;

/** All tests share one address and exceed the limits of one network. */
const HIGH_LIMITS = {
  LIMIT_UPLOADS_PER_HOUR: "100000",
  LIMIT_UPLOADS_GB_PER_HOUR: "10000",
  LIMIT_LINKS_PER_DAY: "100000",
  LIMIT_LINK_MAILS_PER_DAY: "100000",
  LIMIT_ALL_LOOKUPS_PER_MINUTE: "100000",
};

/** Runs that last longer than a sweep may be silent sweep when a test says so. */
const NO_CRON = { SWEEP_SILENCE_MINUTES: "0" };

/** With whom messages for distributors are made. */
const PARTIES = {
  DDEX_SENDER_ID: "PA-DPIDA-2026113001-A",
  DDEX_RECIPIENT_ID: "PADPIDA2026113002B",
};

/** Starts the built app with an empty database in a new temporary folder. */
export async function startApp(options: {
  build: boolean;
  /** Settings, where the defaults will not do. */
  env?: Record<string, string>;
  /** A free port; any unless given. */
  port?: number;
  /** Other bundles than those of the build. */
  workers?: typeof WORKERS;
  /** How long it may say nothing before it is started again. */
  silenceMs?: number;
}): Promise<AppServer> {
  const stateDir = mkdtempSync(join(quickFolder(), "artist-portal-"));
  const port = options.port ?? (await freePort());
  const run = readLocalRun({
    ...HIGH_LIMITS,
    ...NO_CRON,
    ...PARTIES,
    ...options.env,
    PORT: String(port),
    STATE_DIR: stateDir,
  });
  if (options.build) await buildLocalRun();
  await migratedState(stateDir);
  let output = "";
  // Passed on to the sandbox, which opens its store inspector only then.
  process.env.TEST_WINDOW = "open";
  const onLine = (line: string) => {
    output += `${line}\n`;
    rememberEvents(line);
    appendFileSync(join(stateDir, OUTPUT), `${line}\n`);
  };
  let falls = 0;
  const url = `http://localhost:${port}`;
  // Requests in flight fail when it falls, but later ones find it started again.
  const supervised = await supervise({
    start: () => serve(run, onLine, options.workers),
    address: url,
    silenceMs: options.silenceMs ?? SILENCE_MS,
    onRestart: (sentence) => {
      falls += 1;
      onLine(sentence);
    },
    onGiveUp: onLine,
  });
  const removeState = () => rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
  return {
    url,
    stateDir,
    get pid() {
      return supervised.pid;
    },
    output: () => output,
    falls: () => falls,
    waitForRestart: async () => {
      await new Promise((resolve) => setTimeout(resolve, CRASH_NOTICED_MS));
      await supervised.settled();
    },
    stop: async (keepState) => {
      await supervised.stop();
      if (!keepState) removeState();
    },
    removeState,
  };
}

/** The built app with a state that is kept over restarts. */
export interface RestartingApp {
  url: string;
  stateDir: string;
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
  const localRun = readLocalRun({
    ...NO_CRON,
    ...env,
    PORT: String(port),
    STATE_DIR: stateDir,
  });
  process.env.TEST_WINDOW = "open";
  await migratedState(stateDir);
  const start = () => serve(localRun, rememberEvents);
  let child = await start();
  const halt = async () => {
    stopTool(child);
    await exitOf(child);
  };
  return {
    url: `http://localhost:${port}`,
    stateDir,
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

const path = (from: string) => fileURLToPath(new URL(from, import.meta.url));
const MIGRATIONS = path("../../migrations");
const CACHE = path("../../node_modules/.cache/migrated");
/** Files that decide what an empty database contains, besides the migrations. */
const MIGRATION_INPUTS = [path("../../wrangler.toml"), path("../../workers/cli/migrate-local.ts")];

function fingerprint(): string {
  const hash = createHash("sha256");
  const sql = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  for (const file of [...sql.sort().map((name) => join(MIGRATIONS, name)), ...MIGRATION_INPUTS])
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Puts an empty, migrated database into a state folder. It is made once for each set of
 * migrations; all other apps of the tests get a copy.
 */
export async function migratedState(stateDir: string): Promise<void> {
  const template = join(CACHE, fingerprint());
  if (!existsSync(template)) {
    mkdirSync(CACHE, { recursive: true });
    const temporaryDir = mkdtempSync(join(CACHE, "unfinished-"));
    await migrate({ stateDir: temporaryDir });
    try {
      renameSync(temporaryDir, template);
    } catch (error) {
      // Another process has created it meanwhile.
      rmSync(temporaryDir, { recursive: true, force: true });
      if (!existsSync(template)) throw error;
    }
  }
  cpSync(template, stateDir, { recursive: true });
}
