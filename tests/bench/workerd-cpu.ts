import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/**
 * CPU seconds that the workerd processes of a process group have used so far. Noise of the machine
 * moves it far less than time on the clock. Zero where there is no /proc.
 */
export function workerdCpu(group: number): number {
  let ticks = 0;
  for (const pid of processes()) {
    const stat = statOf(pid);
    // After the name come state, parent and group; user and system time are fields 14 and 15.
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    const fields = rest?.split(" ") ?? [];
    if (name === "workerd" && Number(fields[2]) === group)
      ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks / TICKS_PER_SECOND;
}

function processes(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** Empty for a process that has ended meanwhile. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}
