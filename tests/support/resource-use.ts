import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { runningProcesses } from "../../workers/cli/process-table.mjs";
import { appUnderTest } from "./app-under-test";

/** The dialog of a submission run at one moment. */
interface RunMoment {
  percent: number;
  /** All its text. */
  text: string;
}

/** The dialog over a submission that is being sent. */
export const runDialog = (page: Page) => page.getByRole("dialog", { name: "Uploading Submission" });

/** Records every change of the next run's dialog; call it before the run starts. */
export async function recordRunDialog(page: Page): Promise<RunMoment[]> {
  await page
    .evaluate(observeRunDialog)
    // A slow page is left by a real navigation, which ends the observer; its moments stay.
    .catch(() => page.waitForLoadState());
  return page.evaluate(() => JSON.parse(sessionStorage.getItem("run-moments") ?? "[]"));
}

/** In the page: writes each moment of the dialog down, until the dialog closes. */
function observeRunDialog(): Promise<void> {
  sessionStorage.removeItem("run-moments");
  return new Promise((resolve) => {
    const moments: { percent: number; text: string }[] = [];
    new MutationObserver((_, observer) => {
      const bar = document.querySelector("dialog[open] [role=progressbar]");
      if (bar) {
        const text = bar.closest("dialog")?.textContent ?? "";
        const percent = Number(bar.getAttribute("aria-valuenow"));
        const last = moments.at(-1);
        if (last?.percent === percent && last.text === text) return;
        moments.push({ percent, text });
        sessionStorage.setItem("run-moments", JSON.stringify(moments));
      } else if (moments.length > 0) {
        observer.disconnect();
        resolve();
      }
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
}

/** The distinct percentages of a run, in their order. */
export function distinctPercents(moments: readonly RunMoment[]): number[] {
  const percents = moments.map(({ percent }) => percent);
  return percents.filter((percent, index) => percent !== percents[index - 1]);
}

/** The distinct lines 'Processing file X of Y' of a run, in their order. */
export function filesOfRun(moments: readonly RunMoment[]): string[] {
  const lines = moments.flatMap(({ text }) => /Processing file \d+ of \d+/.exec(text)?.[0] ?? []);
  return [...new Set(lines)];
}

function field(pid: number, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(
    readFileSync(`/proc/${pid}/status`, "utf8"),
  );
  return Number(match?.[1] ?? 0);
}

/** The process id of the local runtime in a process group. */
export function runtimeOf(group: number): number {
  const runtime = runningProcesses().find((one) => one.group === group && one.name === "workerd");
  if (!runtime) throw new Error(`No workerd runs in process group ${group}`);
  return runtime.pid;
}

/** Resident memory of the runtime of the app under test, in MB (10^6 bytes). */
export function workerdMegabytes(group = appUnderTest().pid): number {
  return (field(runtimeOf(group), "VmRSS") * 1024) / 1e6;
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
