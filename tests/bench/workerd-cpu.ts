import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/**
 * CPU seconds that the workerd processes of a process group have used so far. Other load on the
 * machine affects it far less than elapsed time. Zero when there is no /proc.
 */
export function workerdCpu(group: number): number {
  let ticks = 0;
  for (const pid of processes()) {
    const stat = readStat(pid);
    // After the name come state, parent and group; user and system time are fields 14 and 15.
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    const fields = rest?.split(" ") ?? [];
    if (name === "workerd" && Number(fields[2]) === group)
      ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS_PER_SECOND;
}

/**
 * The same in nanoseconds for the threads that are alive, for work that takes a fraction of a second.
 * Zero when there is no /proc.
 */
export function workerdRuntime(group: number): number {
  let nanoseconds = 0;
  for (const pid of processes()) {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readStat(pid)) ?? [];
    if (name !== "workerd" || Number(rest?.split(" ")[2]) !== group) continue;
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readText(`/proc/${pid}/task/${thread}/schedstat`).split(" ")[0]);
  }
  return nanoseconds / 1e9;
}

function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

const readStat = (pid: string) => readText(`/proc/${pid}/stat`);

/** Reads a file of /proc; empty for a process that has ended meanwhile. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
