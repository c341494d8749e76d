// Stands between a command of ours and a tool that it starts, at the head of the tool's process
// group, and sees to it that the whole group ends: when the command says so (SIGTERM), when the
// command is gone, however it went (its end of our standard input closes), when the tool ends, and
// when a runtime of the tool dies alone, which the tool itself does not notice.
import { spawn } from "node:child_process";
import { runningProcesses } from "./process-table.mjs";

const [watch, tool = "", ...args] = process.argv.slice(2);
/** For the local runtime to end by itself, and with it the databases in it. */
const PATIENCE_MS = 2_000;
const LOOK_MS = 2_000;
/** A runtime that is loaded anew is gone for a moment. */
const RELOAD_MS = 4_000;

const child = spawn(tool, args, { stdio: ["ignore", "inherit", "inherit"] });
let ending = false;

const others = () =>
  runningProcesses().filter(({ pid, group }) => group === process.pid && pid !== process.pid);

/** @param {NodeJS.Signals} signal */
function tell(signal) {
  for (const { pid } of others())
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended by itself.
    }
}

/** Ends whoever is left, those too that do not listen, and then ourselves. @param {number} code */
function endAll(code) {
  if (ending) return;
  ending = true;
  tell("SIGTERM");
  const until = Date.now() + PATIENCE_MS;
  const look = () => {
    if (others().length === 0) process.exit(code);
    if (Date.now() >= until) tell("SIGKILL");
    setTimeout(look, 50);
  };
  look();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => endAll(0));
process.stdin
  .on("close", () => endAll(1))
  .on("error", () => endAll(1))
  .resume();
child.on("error", () => endAll(1));
child.on("exit", (code) => endAll(code ?? 1));

if (watch === "runtimes") {
  let most = 0;
  let missingSince;
  setInterval(() => {
    const runtimes = others().filter(({ name }) => name === "workerd").length;
    most = Math.max(most, runtimes);
    if (runtimes === most) missingSince = undefined;
    else missingSince ??= Date.now();
    if (missingSince !== undefined && Date.now() - missingSince >= RELOAD_MS) {
      if (!ending) console.error("A local runtime has died; everything is stopped.");
      endAll(1);
    }
  }, LOOK_MS);
}
