import { readdirSync, readFileSync } from "node:fs";
import { appUnderTest } from "./app-under-test";

function field(pid: string, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(
    readFileSync(`/proc/${pid}/status`, "utf8"),
  );
  return Number(match?.[1] ?? 0);
}

/** Whether a process belongs to the group that `npm start` or the test runner started. */
function belongs(pid: string, group: number): boolean {
  const [, after = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  return Number(after.split(" ")[2]) === group;
}

/** Resident memory of all workerd processes of the app under test, in MB (10^6 bytes). */
export function workerdMegabytes(group = appUnderTest().pid): number {
  let kibibytes = 0;
  let processCount = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/comm`, "utf8").trim() !== "workerd") continue;
      if (!belongs(pid, group)) continue;
      kibibytes += field(pid, "VmRSS");
      processCount += 1;
    } catch {
      // The process ended while it was looked at.
    }
  }
  if (processCount === 0) throw new Error(`No workerd runs in process group ${group}`);
  return (kibibytes * 1024) / 1e6;
}

/** The highest figure of {@link workerdMegabytes} while `work` runs, and for a second after it. */
export async function peakDuring(
  work: () => Promise<void>,
  group = appUnderTest().pid,
): Promise<number> {
  let peak = workerdMegabytes(group);
  const sample = () => {
    peak = Math.max(peak, workerdMegabytes(group));
  };
  const timer = setInterval(sample, 50);
  try {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  } finally {
    clearInterval(timer);
  }
  sample();
  return peak;
}
