import { runningProcesses } from "./process-table.mjs";

const POLL_MS = 500;

/** The processes from this one up to npm; where npm did not start it, only its parent. */
function parentChain(): { pid: number; parent: number }[] {
  const all = new Map(runningProcesses().map((child) => [child.pid, child]));
  const chain: { pid: number; parent: number }[] = [];
  let pid = process.pid;
  const currentEntry = { pid, parent: process.ppid };
  for (let depth = 0; depth < 6; depth++) {
    const current = all.get(pid);
    if (!current || current.parent <= 1) break;
    chain.push({ pid, parent: current.parent });
    if (all.get(current.parent)?.name.startsWith("npm")) return chain;
    pid = current.parent;
  }
  return [currentEntry];
}

/**
 * Calls `onExit` once one of the processes that started this one is gone. A signal that kills npm, its
 * shell or the loader does not reach this process.
 */
export function onParentExit(onExit: () => void): void {
  const chain = parentChain();
  const timer = setInterval(() => {
    if (chain.length > 1 || process.ppid !== chain[0]?.parent) {
      const parents = new Map(runningProcesses().map(({ pid, parent }) => [pid, parent]));
      if (chain.every(({ pid, parent }) => parents.get(pid) === parent)) return;
      clearInterval(timer);
      onExit();
    }
  }, POLL_MS);
  timer.unref();
}
