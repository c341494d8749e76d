import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { stopTool } from "./processes";
import { PROBE_ID, serve } from "./serve";
import { exitWithMessage, type LocalRun } from "./settings-from-shell";

/** Whoever waits for a page this long has given up; the hash of a long file takes two seconds. */
const SILENCE_MS = 10_000;
/** A computer that was asleep, or a command that was stopped for a while, misses one. */
const PROBES = 2;
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 10 * 60_000;

/** What the terminal says of each restart. */
const AGAIN = "It is being started again; nothing that was saved is lost.";
export const RESTART_SENTENCES = {
  silent: `The site has stopped answering. ${AGAIN}`,
  ended: `The site has ended by itself. ${AGAIN}`,
  failed: `The site did not start. ${AGAIN}`,
};
export const GIVE_UP_SENTENCE =
  "The site keeps ending or not answering, so it is not started again. What was saved is kept: look into the log lines, then start it again yourself.";

/** Whether a site answers in time. Any answer counts, 503 too; a refused connection is no silence. */
export function answers(address: string, withinMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(withinMs);
  return fetch(`${address}/api/health`, { headers: { "CF-Ray": PROBE_ID }, signal }).then(
    (reply) =>
      reply.arrayBuffer().then(
        () => true,
        () => !signal.aborted,
      ),
    () => !signal.aborted,
  );
}

/** Resolves once a site has not answered for `silenceMs`. @param signal rejects it. */
export async function silence(
  address: string,
  silenceMs = SILENCE_MS,
  signal?: AbortSignal,
): Promise<"silent"> {
  for (let misses = 0; misses < PROBES; ) {
    if (misses === 0) await wait(silenceMs, undefined, { signal, ref: false });
    misses = (await answers(address, silenceMs / PROBES)) ? 0 : misses + 1;
    signal?.throwIfAborted();
  }
  return "silent";
}

/** Counts restarts. @returns whether one more may be tried: else they come too often to help. */
export function restartBudget(now: () => number = Date.now): () => boolean {
  let restarts: number[] = [];
  return () => {
    restarts = restarts.filter((at) => now() - at < RESTART_WINDOW_MS);
    return restarts.push(now()) <= MAX_RESTARTS;
  };
}

/** Resolves once a process has ended, also where that was before. */
export async function exitOf(child: ChildProcess): Promise<"ended"> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return "ended";
}

/** Starts a local run and keeps it up. @param options.start starts it on the same state each time. */
export async function supervise(options: {
  start: () => Promise<ChildProcess>;
  address: string;
  silenceMs?: number;
  onRestart: (sentence: string) => void;
  onGiveUp: (sentence: string) => void;
}) {
  const { start, address, silenceMs, onRestart, onGiveUp } = options;
  const mayRestart = restartBudget();
  let child = await start();
  let isStopping = false;
  let settled = Promise.resolve();

  /** Also ends what a guard that was killed has left. */
  async function end(): Promise<void> {
    stopTool(child);
    await exitOf(child);
  }

  async function restart(): Promise<void> {
    await end();
    child = await start();
  }

  async function watch(): Promise<"ended" | "silent"> {
    const exit = new AbortController();
    const exited = exitOf(child).finally(() => exit.abort());
    return Promise.race([exited, silence(address, silenceMs, exit.signal)]);
  }

  async function keepUp(): Promise<void> {
    let reason: keyof typeof RESTART_SENTENCES = await watch();
    while (!isStopping) {
      if (!mayRestart()) {
        await end();
        return onGiveUp(GIVE_UP_SENTENCE);
      }
      onRestart(RESTART_SENTENCES[reason]);
      const restarting = restart();
      settled = restarting.catch(() => undefined);
      reason = await restarting.then(
        () => (isStopping ? "ended" : watch()),
        () => "failed" as const,
      );
    }
    await end();
  }
  const finished = keepUp();

  return {
    /** Process id of the group that runs now. */
    get pid() {
      return child.pid ?? 0;
    },
    /** Waits until a restart that is under way is over. */
    settled: () => settled,
    /** Ends it for good. */
    stop: () => {
      isStopping = true;
      stopTool(child);
      return finished;
    },
  };
}

/** A run that is being started is left to its guard, which ends it with this process. */
const STOP_MS = 4_000;

/** Keeps the local run of a command up, and ends both together. */
export async function superviseCommand(run: LocalRun, onLine: (line: string) => void) {
  const supervised = await supervise({
    start: () => serve(run, onLine),
    address: `http://localhost:${run.port}`,
    onRestart: console.log,
    onGiveUp: exitWithMessage,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => {
      void Promise.race([supervised.stop(), wait(STOP_MS)]).then(() => process.exit());
    });
}
