// Starts a tool as the leader of its process group and ends the whole group: on SIGTERM, when the
// command that started it is gone (its end of our standard input closes), and when the tool ends.
import { spawn } from "node:child_process";
import { runningProcesses } from "./process-table.mjs";

const [tool = "", ...args] = process.argv.slice(2);
/** Time for the local runtime to close its databases and end by itself. */
const EXIT_TIMEOUT_MS = 2_000;

const child = spawn(tool, args, { stdio: ["ignore", "inherit", "inherit"] });
let isEnding = false;

const groupProcesses = () =>
  runningProcesses().filter(({ pid, group }) => group === process.pid && pid !== process.pid);

/** @param {NodeJS.Signals} signal */
function signalAll(signal) {
  for (const { pid } of groupProcesses())
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
}

/** Ends all processes of the group, by SIGKILL if need be, and then this one. @param {number} code */
function endAll(code) {
  if (isEnding) return;
  isEnding = true;
  signalAll("SIGTERM");
  const until = Date.now() + EXIT_TIMEOUT_MS;
  const checkGroup = () => {
    if (groupProcesses().length === 0) process.exit(code);
    if (Date.now() >= until) signalAll("SIGKILL");
    setTimeout(checkGroup, 50);
  };
  checkGroup();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => endAll(0));
process.stdin
  .on("close", () => endAll(1))
  .on("error", () => endAll(1))
  .resume();
child.on("error", () => endAll(1));
child.on("exit", (code) => endAll(code ?? 1));
