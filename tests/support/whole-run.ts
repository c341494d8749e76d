import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Running, runningProcesses } from "../../workers/cli/process-table.mjs";
import { freePort } from "../bench/free-port";
import { migratedState } from "./app-server";
import { createSteppedClock } from "./virtual-time";

const ROOT = join(import.meta.dirname, "../..");
/** Runs in parallel: starting needs both cores, ending almost nothing. */
const AT_ONCE = 6;

interface Run {
  folder: string;
  child: ChildProcess;
  /** npm and all its descendants, once the app is up. */
  all: Running[];
}

function descendants(rootPid: number): Running[] {
  const all = runningProcesses();
  const pids = new Set([rootPid]);
  for (let previousSize = 0; previousSize !== pids.size; ) {
    previousSize = pids.size;
    for (const { pid, parent } of all) if (pids.has(parent)) pids.add(pid);
  }
  return all.filter(({ pid }) => pids.has(pid));
}

async function spawnRun(): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "whole-end-"));
  await migratedState(join(folder, "state"));
  const tsx = join(ROOT, "node_modules/.bin/tsx");
  const start = `cd '${ROOT}' && exec '${tsx}' tests/support/serve-only.ts`;
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "whole-end", version: "1.0.0", scripts: { start } }),
  );
  const env = { ...process.env, PORT: String(await freePort()), STATE_DIR: join(folder, "state") };
  const child = spawn("npm", ["start"], { cwd: folder, env, detached: true });
  return { folder, child, all: [] };
}

async function up(run: Run): Promise<void> {
  const { child } = run;
  let output = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (data: Buffer) => {
        output += data.toString();
        if (/^up$/m.test(output)) resolve();
      });
    child.on("exit", () => reject(new Error(`It did not start:\n${output}`)));
  });
  run.all = descendants(child.pid ?? 0);
}

const alive = (processes: Running[]) => {
  const now = new Map(runningProcesses().map(({ pid, name }) => [pid, name]));
  return processes.filter(({ pid, name }) => now.get(pid) === name);
};

/** Enough for a busy machine. */
const TIMEOUT_MS = 120_000;

/** The processes that remain after five seconds of a machine that is not busy. */
async function processesLeft(processes: Running[]): Promise<string[]> {
  const deadline = Date.now() + TIMEOUT_MS;
  const quiet = createSteppedClock();
  while (alive(processes).length > 0 && quiet.seconds() < 5 && Date.now() < deadline)
    await quiet.step();
  return alive(processes).map(({ name }) => name);
}

/** The roles of the processes, from npm down to the runtime. */
function roles({ child, all }: Run) {
  const first = child.pid ?? 0;
  const runtimes = all.filter(({ name }) => name === "workerd");
  const guards = all.filter(({ pid, group }) => pid === group && pid !== first);
  expect([runtimes.length, guards.length]).toEqual([1, 1]);
  const [guard] = guards;
  const command = all.find(({ pid }) => pid === guard?.parent);
  const loader = all.find(({ pid }) => pid === command?.parent);
  const pids = [loader?.pid, command?.pid].map((pid) => pid ?? 0);
  expect(pids).not.toContain(0);
  const [loaderPid = 0, commandPid = 0] = pids;
  return {
    npm: first,
    // npm, its shell, the loader and the command.
    group: -first,
    loader: loaderPid,
    command: commandPid,
    runtime: runtimes[0]?.pid ?? Number.NaN,
  };
}

/** A way in which a local run ends. */
interface Ending {
  name: string;
  end: (run: ReturnType<typeof roles>) => void;
}

/** Ends by a signal to one process, or to the group. */
export const signalled = (
  signal: "SIGTERM" | "SIGINT" | "SIGHUP",
  target: "command" | "npm" | "group",
): Ending => ({
  name: `${signal} to ${target} ends every process within 5 seconds`,
  end: (run) => void process.kill(run[target], signal),
});

/** Ends by SIGKILL of one process. */
export const killed = (target: "npm" | "loader" | "command"): Ending => ({
  name: `SIGKILL to ${target} alone leaves no other process after 5 seconds`,
  end: (run) => void process.kill(run[target], "SIGKILL"),
});

/** Declares tests that each of these endings leaves no process. */
export function describeEndings(endings: readonly Ending[]): void {
  const groups = Array.from({ length: Math.ceil(endings.length / AT_ONCE) }, (_, groupIndex) =>
    endings.slice(groupIndex * AT_ONCE, (groupIndex + 1) * AT_ONCE),
  );
  describe.each(groups.map((group) => ({ group })))("started together", ({ group }) => {
    const runs: Run[] = [];
    beforeAll(async () => {
      for (const _ of group) runs.push(await spawnRun());
      await Promise.all(runs.map(up));
    });
    afterAll(() => {
      for (const { child, all, folder } of runs) {
        for (const { pid } of alive(all)) process.kill(pid, "SIGKILL");
        // A run that did not start has no list of processes.
        if (all.length === 0) child.kill("SIGKILL");
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    });

    test.concurrent.each(group.map((ending, index) => [ending.name, ending, index] as const))(
      "%s",
      async (_, { end }, index) => {
        const run = runs[index];
        if (!run) throw new Error("It was not started.");
        end(roles(run));
        expect(await processesLeft(run.all)).toEqual([]);
      },
    );
  });
}
