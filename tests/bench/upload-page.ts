import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import type { AppServer } from "../support/app-server";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { mp3NamedWav } from "../support/test-files";
import { median, spread, table } from "./figures";
import { appContender, type Contender } from "./link-contenders";
import { LINK } from "./link-run";
import { installClock, waitForMark } from "./page-clock";
import { randomWavOnDisk } from "./random-wav";
import { findRenderer, residentMegabytes, slowDown } from "./renderer";
import { atMost } from "./verdict";

const SLOWER = 6;
const VERDICT_GOAL_MS = 300;
const ANALYSIS_GOAL_S = 22;
const LONG_TASK_GOAL_MS = 100;
const MEMORY_GOAL_MB = 64;

/** What a page did with a chosen file. */
interface PageRun {
  /** From choosing the file until the page has judged its header. */
  verdictMs: number;
  /** From choosing the file until it was read, hashed, kept and analysed; 0 when it is refused. */
  analysisS: number;
  /** The longest time that the page did not respond. */
  longTaskMs: number;
  /** How far the memory of the page's process rose. */
  memoryMb: number;
  /** The actual slow-down factor of the process. */
  slower: number;
}

/** How a page is slowed down. `page`: its own thread alone, as the browser's developer tools do it. */
type Brake = "none" | "process" | "page";

/** @returns a function that ends it and returns the actual factor. */
async function slowPage(page: Page, pid: number, brake: Brake): Promise<() => Promise<number>> {
  if (brake === "process") return slowDown(pid, SLOWER);
  const factor = brake === "page" ? SLOWER : 1;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: factor });
  return async () => factor;
}

/**
 * Chooses a file in a new page that sends over the link of (b), and closes the page once the file is
 * read. The browser has a profile on disk, like a real one: a context without one keeps files in memory.
 */
async function analyse(
  { proxy, open }: Contender,
  { path, outcome, brake }: { path: string; outcome: "analysed" | "failed"; brake: Brake },
): Promise<PageRun> {
  const profile = await mkdtemp(join(tmpdir(), "profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureBrowser(),
    args: BROWSER_FLAGS,
    ignoreHTTPSErrors: true,
  });
  try {
    const browser = context.browser();
    if (!browser) throw new Error("The browser does not say which it is.");
    proxy.shape();
    await installClock(context);
    const { page, field, clear } = await open(context);
    proxy.shape(LINK);
    const pid = await findRenderer(browser, page);
    const before = residentMegabytes(pid);
    let peak = before;
    const sampling = setInterval(() => {
      peak = Math.max(peak, residentMegabytes(pid));
    }, 50);
    const endSlowness = await slowPage(page, pid, brake);
    try {
      await field.setInputFiles(path);
      const marks = await waitForMark(page, outcome, 300);
      const { chosen = 0, judged = 0, analysed = chosen, longTasks } = marks;
      return {
        verdictMs: judged - chosen,
        analysisS: (analysed - chosen) / 1000,
        longTaskMs: Math.max(0, ...longTasks),
        memoryMb: peak - before,
        slower: await endSlowness(),
      };
    } finally {
      clearInterval(sampling);
      await endSlowness();
      await clear();
    }
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

const row = (label: string, { verdictMs, analysisS, longTaskMs, memoryMb, slower }: PageRun) => [
  label,
  slower.toFixed(1),
  ...[verdictMs.toFixed(0), analysisS.toFixed(1), longTaskMs.toFixed(0), memoryMb.toFixed(1)],
];

/**
 * Measures what a chosen file costs the page: at full speed, with the page's whole process, workers
 * included, slowed down six times, and with its own thread alone slowed down. Reading from disk and
 * sending keep their speed, because the browser does them in other processes. A task that a paused
 * process was in the middle of seems longer than six times itself, so long tasks are those of the last.
 * @returns whether the goals are met.
 */
export async function benchPageAnalysis(
  app: AppServer,
  bytes: number,
  runs: number,
): Promise<boolean> {
  console.log(
    `\nupload (c), the page: ${bytes} bytes, ${runs} runs, full speed and ${SLOWER}x slower\n`,
  );
  const good = { path: randomWavOnDisk(bytes), outcome: "analysed" } as const;
  const bad = { path: mp3NamedWav().path, outcome: "failed" } as const;
  const contender = await appContender(app);
  const rows = [["file", "slower", "verdict ms", "analysis s", "longest task ms", "memory MB"]];
  const pageRuns = {
    full: [] as PageRun[],
    slow: [] as PageRun[],
    throttled: [] as PageRun[],
    refused: [] as PageRun[],
  };
  const note = (label: string, list: PageRun[], run: PageRun) => {
    list.push(run);
    rows.push(row(label, run));
  };
  try {
    for (let run = 0; run < runs; run++) {
      note("taken", pageRuns.full, await analyse(contender, { ...good, brake: "none" }));
      note("all slow", pageRuns.slow, await analyse(contender, { ...good, brake: "process" }));
      note("page slow", pageRuns.throttled, await analyse(contender, { ...good, brake: "page" }));
      note("refused", pageRuns.refused, await analyse(contender, { ...bad, brake: "none" }));
    }
  } finally {
    await contender.stop();
  }
  console.log(`${table(rows)}\n`);
  const goal = (
    label: string,
    list: PageRun[],
    figure: keyof PageRun,
    goal: number,
    unit: string,
  ) => {
    const figures = list.map((run) => run[figure]);
    return atMost(label, median(figures), goal, `${spread(figures, 1)} ${unit}`);
  };
  const { full, slow, throttled, refused } = pageRuns;
  return [
    goal("Verdict on the header", full, "verdictMs", VERDICT_GOAL_MS, "ms"),
    goal("Verdict on a file that is refused", refused, "verdictMs", VERDICT_GOAL_MS, "ms"),
    goal(`Analysis, ${SLOWER}x slower`, slow, "analysisS", ANALYSIS_GOAL_S, "s"),
    goal(
      `Longest task, the page ${SLOWER}x slower`,
      throttled,
      "longTaskMs",
      LONG_TASK_GOAL_MS,
      "ms",
    ),
    goal("The page grows", full, "memoryMb", MEMORY_GOAL_MB, "MB"),
  ].every(Boolean);
}
