// Plain JavaScript, since the guard runs by itself, without a compiler.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** @param {string} pid @returns {import("./process-table.mjs").Running | undefined} */
function fromProc(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name may hold anything, brackets and spaces too.
  const end = stat.lastIndexOf(")");
  const [state, parent, group] = stat.slice(end + 2).split(" ");
  if (state === "Z" || state === "X") return undefined;
  const name = stat.slice(stat.indexOf("(") + 1, end);
  return { pid: Number(pid), parent: Number(parent), group: Number(group), name };
}

/** @param {string} line @returns {import("./process-table.mjs").Running | undefined} */
function fromPs(line) {
  const [, pid, parent, group, state = "Z", path = ""] =
    /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
  if (state.startsWith("Z")) return undefined;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { pid: Number(pid), parent: Number(parent), group: Number(group), name };
}

export function runningProcesses() {
  const all =
    process.platform === "linux"
      ? readdirSync("/proc")
          .filter((name) => /^\d+$/.test(name))
          .map(fromProc)
      : execFileSync("ps", ["-A", "-o", "pid=,ppid=,pgid=,stat=,comm="], { encoding: "utf8" })
          .split("\n")
          .map(fromPs);
  return all.filter((one) => one !== undefined);
}
