import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { MiniflareOptions, WorkerOptions } from "miniflare";
import * as v from "valibot";
import { miniflareOptions } from "../../workers/cli/miniflare-options.mjs";
import { WORKERS } from "../../workers/cli/serve";
import { freePort } from "../bench/free-port";
import { migratedState } from "./app-server";
import { openStoreReader, type StoreReader } from "./app-stores";
import { bundleWorker } from "./bundled-worker";
import type { ChaosState } from "./chaos-decisions";
import { quickFolder } from "./quick-folder";
import { rememberEvents } from "./seen-events";
import { type SmtpServer, startSmtpServer, TRUSTED, USER } from "./smtp-server";
import { SteadyMiniflare } from "./steady-runtime";

export const PASSCODE = "chaos-passcode";
const countsSchema = v.record(v.string(), v.number());
const [SITE, JOBS, SANDBOX] = ["artist-portal", "artist-portal-jobs", "artist-portal-sandbox"];

/** The entries that stand in front of the built workers. */
const ENTRIES: Record<string, string> = {
  [SITE]: `import site from "./index.js";
    import { chaosSite } from "./chaos-workers.js";
    export default chaosSite(site);`,
  [JOBS]: `import jobs, { Sweep as BuiltSweep } from "./index.js";
    import { chaosJobs, chaosSweep } from "./chaos-workers.js";
    export default chaosJobs(jobs);
    export class Sweep extends chaosSweep(BuiltSweep) {}`,
  [SANDBOX]: `import sandbox from "./index.js";
    import { chaosSandbox } from "./chaos-workers.js";
    export default chaosSandbox(sandbox);`,
};

/** All visitors share one machine and exceed the limits of one network. */
const LIMITS = {
  LIMIT_UPLOADS_PER_HOUR: "100000",
  LIMIT_UPLOADS_GB_PER_HOUR: "10000",
  LIMIT_LINKS_PER_DAY: "100000",
  LIMIT_ALL_LOOKUPS_PER_MINUTE: "100000",
  SWEEP_SILENCE_MINUTES: "0",
};

/** What may meet a restart is tried this often. */
const MAX_TRIES = 5;

/** Only guard against a runtime that answers nothing any more. */
const PROBE_MS = 20_000;
const CALL_MS = 60_000;

async function repeat<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await attempt();
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
}

function settingsFor(port: number, office: SmtpServer): Record<string, string> {
  return {
    ...LIMITS,
    ENVIRONMENT: "local",
    SIGNING_SECRET: "s".repeat(32),
    STAFF_PASSCODE: PASSCODE,
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_HOST: "localhost",
    SMTP_PORT: String(office.port),
    SMTP_TLS: office.tls,
    SMTP_USERNAME: USER.username,
    SMTP_PASSWORD: USER.password,
    MAIL_FROM: "music@label.example",
    TEST_WINDOW: "open",
  };
}

type ChaosWorker = WorkerOptions;

function withEntry(worker: ChaosWorker, script: string, bindings: Record<string, string>) {
  const { modules } = worker as { modules?: unknown };
  if (!Array.isArray(modules) || !("modulesRoot" in worker)) throw new Error("No built worker");
  const root = String(worker.modulesRoot);
  const entry = ENTRIES[worker.name ?? ""];
  const added = [
    { type: "ESModule" as const, path: join(root, "chaos-entry.js"), contents: entry },
    { type: "ESModule" as const, path: join(root, "chaos-workers.js"), contents: script },
  ];
  return {
    ...worker,
    ...(entry && { modules: [...added, ...modules] }),
    bindings: { ...worker.bindings, ...bindings },
  } as ChaosWorker;
}

/** Site, jobs worker and sandbox as they were built, with faults in front of site and jobs worker. */
export interface ChaosApp {
  url: string;
  office: SmtpServer;
  store: StoreReader;
  /** Changes the state of the workers without a restart. */
  control: (change: Partial<ChaosState>) => Promise<void>;
  /** Puts the workers' clock ahead. */
  advance: (ms: number) => Promise<void>;
  /** Every kind of fault so far, and how often it happened, except in a worker's life that a kill has ended. */
  faultCounts: () => Record<string, number>;
  /** Waits until a restart is over; restarts a runtime that has crashed by itself. */
  ensureUp: () => Promise<void>;
  /** The time by the workers' clock. */
  now: () => Date;
  /** Kills the runtime in the middle of what it does, and starts it again on the same state. */
  kill: () => Promise<void>;
  /** Calls the sandbox, such as `monday/items`; POST where there is a body. */
  call: (path: string, body?: object) => Promise<unknown>;
  /** What the workers have printed so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Starts the app that was built last, on an empty state. */
export async function startChaosApp(seed: number): Promise<ChaosApp> {
  const office = await startSmtpServer("implicit");
  const stateDir = mkdtempSync(join(quickFolder(), "chaos-"));
  await migratedState(stateDir);
  const port = await freePort();
  const script = await bundleWorker("tests/support/chaos-workers.ts");
  const state: ChaosState = { seed, life: 0, faults: false, clockMs: 0 };
  let output = "";
  const optionsOf = (): MiniflareOptions => {
    const options = miniflareOptions(port, stateDir, WORKERS.flat());
    if (!("workers" in options) || !Array.isArray(options.workers)) throw new Error("No workers");
    const workers: ChaosWorker[] = options.workers;
    const bindings = { ...settingsFor(port, office), CHAOS: JSON.stringify(state) };
    return {
      ...options,
      handleRuntimeStdio: (out: Readable, err: Readable) => {
        for (const stream of [out, err])
          stream.on("data", (data: Buffer) => {
            rememberEvents(data.toString());
            output += data.toString();
          });
      },
      workers: workers.map((worker) => ({
        ...withEntry(worker, script, bindings),
        ...(worker.name === JOBS && {
          outboundService: {
            network: {
              allow: ["public", "private"],
              tlsOptions: { trustBrowserCas: false, trustedCertificates: [TRUSTED.cert] },
            },
          },
        }),
      })),
    } as MiniflareOptions;
  };
  const miniflare = new SteadyMiniflare(optionsOf());
  await miniflare.ready;
  const url = `http://localhost:${port}`;

  async function call(path: string, body?: object): Promise<unknown> {
    const init = body && { method: "POST", body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(CALL_MS);
    const reply = await fetch(`${url}/sandbox/${path}`, { ...init, signal });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  }

  /** By life, worker and fault. */
  const faultCounts = new Map<string, number>();
  // Restarts and control requests, one after the other.
  let lastChange: Promise<void> = Promise.resolve();
  function inTurn(change: () => Promise<void>): Promise<void> {
    lastChange = lastChange.then(change);
    return lastChange;
  }
  /** A connection that is used again may be closed just then. */
  async function sendControl(name: string, change: Partial<ChaosState>): Promise<void> {
    const init = { method: "POST", body: JSON.stringify(change) };
    const reply = await repeat(async () => {
      // Anew for each try: a restart spoils what was asked for before.
      const worker = await miniflare.getWorker(name);
      return worker.fetch("http://chaos.invalid/", init);
    });
    const counts = v.parse(countsSchema, await reply.json());
    for (const [fault, count] of Object.entries(counts))
      faultCounts.set(`${state.life} ${name} ${fault}`, count);
  }
  const control = (change: Partial<ChaosState>) =>
    inTurn(async () => {
      Object.assign(state, change);
      for (const name of [SITE, JOBS, SANDBOX]) await sendControl(name, change);
    });

  const kill = () =>
    inTurn(async () => {
      state.life += 1;
      await miniflare.setOptions(optionsOf());
    });
  async function ensureUp(): Promise<void> {
    await lastChange;
    const probe = () => fetch(`${url}/icon.svg`, { signal: AbortSignal.timeout(PROBE_MS) });
    const isUp = await repeat(probe).then(
      (reply) => reply.arrayBuffer().then(() => true),
      () => false,
    );
    if (!isUp) await kill();
  }

  /** Reads what the app has stored, also while it starts again. */
  const readRows: StoreReader["rows"] = (sql, ...params) =>
    repeat(async () => {
      await ensureUp();
      return openStoreReader(url).rows(sql, ...params);
    });

  return {
    url,
    office,
    store: { ...openStoreReader(url), rows: readRows },
    control,
    advance: (ms) => control({ clockMs: state.clockMs + ms }),
    faultCounts: () => {
      const sums: Record<string, number> = {};
      for (const [name, count] of faultCounts) {
        const fault = name.split(" ").slice(2).join(" ");
        sums[fault] = (sums[fault] ?? 0) + count;
      }
      return sums;
    },
    ensureUp,
    now: () => new Date(Date.now() + state.clockMs),
    kill,
    call,
    output: () => output,
    stop: async () => {
      await miniflare.dispose();
      await office.close();
      rmSync(stateDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
