import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright";
import * as v from "valibot";

const processesSchema = v.object({
  processInfo: v.array(v.object({ type: v.string(), id: v.number(), cpuTime: v.number() })),
});

/** Seconds of CPU that each renderer of a browser has used, by process id. */
async function renderers(browser: Browser): Promise<Map<number, number>> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = v.parse(
    processesSchema,
    await devtools.send("SystemInfo.getProcessInfo"),
  );
  await devtools.detach();
  return new Map(
    processInfo.flatMap(({ type, id, cpuTime }) => (type === "renderer" ? [[id, cpuTime]] : [])),
  );
}

const BUSY = "(() => { const end = Date.now() + 700; while (Date.now() < end); })()";
/** Other processes may still be starting; the right one must use clearly more CPU than they do. */
const STANDS_OUT = 4;

/**
 * Finds the process of a page and its workers: the one that uses CPU while the page works.
 * @throws Error when no process clearly uses the most.
 */
export async function findRenderer(browser: Browser, page: Page): Promise<number> {
  for (let tries = 0; tries < 10; tries++) {
    const before = await renderers(browser);
    await page.evaluate(BUSY);
    const after = await renderers(browser);
    const cpuTimes = [...after].map(([id, cpu]) => ({ id, cpu: cpu - (before.get(id) ?? 0) }));
    const [first, second] = cpuTimes.sort((a, b) => b.cpu - a.cpu);
    if (first && first.cpu > 0.1 && first.cpu > STANDS_OUT * (second?.cpu ?? 0)) return first.id;
  }
  throw new Error("The process of the page does not stand out from the others.");
}

/** Resident memory of a process, in MB (10^6 bytes). */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024) / 1e6;
}

const RUN_MS = 5;

/**
 * Slows a process down `times` times by pausing it in between, since the browser's own throttling
 * slows the page, but not its workers.
 * @returns a function that ends this and returns the actual slow-down.
 */
export function slowDown(pid: number, times: number): () => Promise<number> {
  let isRunning = true;
  let ran = 0;
  const startedAt = performance.now();
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const loop = async () => {
    while (isRunning) {
      const start = performance.now();
      process.kill(pid, "SIGCONT");
      await pause(RUN_MS);
      process.kill(pid, "SIGSTOP");
      const activeMs = performance.now() - start;
      ran += activeMs;
      await pause(activeMs * (times - 1));
    }
    process.kill(pid, "SIGCONT");
    return (performance.now() - startedAt) / ran;
  };
  const looping = loop();
  return () => {
    isRunning = false;
    return looping;
  };
}
