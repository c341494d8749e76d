import type { BrowserContext, Page } from "playwright";
import * as v from "valibot";

/** The events that a page's clock has recorded, in ms; those that have not happened are missing. */
const marksSchema = v.object({
  /** The start of the other times, in ms since the epoch. */
  origin: v.number(),
  /** A file was chosen. */
  chosen: v.optional(v.number()),
  /** The page said whether it accepts the file. */
  judged: v.optional(v.number()),
  /** All of it was read and analysed. */
  analysed: v.optional(v.number()),
  /** The page said that all of it has arrived. */
  received: v.optional(v.number()),
  /** The page said that it is stored. */
  stored: v.optional(v.number()),
  /** Why it failed. */
  failed: v.optional(v.string()),
  /** Tasks that blocked the page for more than 50 ms since the file was chosen. */
  longTasks: v.array(v.number()),
});
type Marks = v.InferOutput<typeof marksSchema>;

/**
 * Runs in every page before its own scripts. It is a string, because functions that a bundler has
 * transformed do not run in a page. `data-file` is the app's element for a file's state,
 * `data-outcome` that of the tus page.
 */
const CLOCK = `
const marks = (window.marks = { origin: performance.timeOrigin, longTasks: [] });
addEventListener("change", ({ target }) => {
  if (target.type !== "file") return;
  marks.chosen = performance.now();
  marks.longTasks.length = 0;
}, true);
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) marks.longTasks.push(duration);
}).observe({ type: "longtask" });
new MutationObserver(() => {
  if (marks.chosen === undefined) return;
  const box = document.querySelector("[data-file]");
  const outcome = document.body?.dataset.outcome;
  const words = box?.textContent ?? "";
  const tone = box?.querySelector("[data-tone]")?.dataset.tone;
  const now = performance.now();
  const checking = words.includes("Checking the file");
  if (box && !checking) marks.judged ??= now;
  if (checking && marks.judged !== undefined) marks.received ??= now;
  if (outcome === "stored" || tone === "done") {
    marks.stored ??= now;
    marks.received ??= now;
  }
  else if (outcome) marks.failed ??= outcome;
  else if (tone === "failed") marks.failed ??= box.parentElement.parentElement.textContent;
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
const reading = new Set(["/workers/ingest.js", "/workers/analyze-audio.js"]);
window.Worker = class extends Worker {
  constructor(url, options) {
    super(url, options);
    this.addEventListener("message", ({ data }) => {
      if (data.type === "done") reading.delete(url);
      if (reading.size === 0) marks.analysed ??= performance.now();
    });
  }
};`;

/** Installs a clock in every page of a context, starting with the next load. */
export async function installClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(CLOCK);
}

/** Reads what the clock has recorded so far. */
async function readMarks(page: Page): Promise<Marks> {
  return v.parse(marksSchema, await page.evaluate("window.marks"));
}

/** Waits for a mark. @throws Error when the file fails first, or after `seconds`. */
export async function waitForMark(
  page: Page,
  mark: "judged" | "analysed" | "stored" | "failed",
  seconds: number,
): Promise<Marks> {
  const deadline = Date.now() + seconds * 1000;
  let marks = await readMarks(page);
  // Polled from here: the page's policy forbids to evaluate a string inside the page while waiting.
  while (marks[mark] === undefined && marks.failed === undefined) {
    if (Date.now() > deadline) throw new Error(`The page was not ${mark} within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 250));
    marks = await readMarks(page);
  }
  if (marks.failed !== undefined && mark !== "failed") throw new Error(marks.failed);
  return marks;
}
