import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright";
import { readClientManifest } from "../../workers/cli/client-manifest";
import { startApp } from "../support/app-server";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { publishedRelease } from "../support/published-release";
import { SCREEN } from "../support/slow-link";
import { Visitor } from "../support/visitor";
import { benchWeight } from "./bench-weight";
import { journey, publicPages, type Stop } from "./drive-draft";
import { table } from "./figures";
import { measureLength, musicLengths, type PageLength } from "./page-length";
import { loadPage } from "./page-load";
import { MAX_FRAMEWORK_KB, toFigures } from "./page-targets";
import { compressing, SLOW_4G, SLOWER_LINE, visitSlowly, type Wait } from "./slow-visit";

/** Visits per page; the reported figure is their median. */
const VISITS = { full: 5, smoke: 1 };
/** One page of each kind. */
const SMOKE_PAGES = ["faq", "sign-in", "music"];

/** The length in phone screens, with its budget if it has one. */
const length = ({ screens, maxScreens }: Pick<PageLength, "screens" | "maxScreens">) =>
  `${screens.toFixed(1)} / ${maxScreens ?? "–"}`;

/**
 * Measures size and loading time of every public page and every wizard step in a browser without a
 * cache.
 * @param smoke visits only a few pages, once.
 * @param pages names of the pages to measure; all if left out.
 * @returns whether all of them meet their targets.
 * @throws Error when no page has one of these names.
 */
export async function benchPages(smoke: boolean, pages?: readonly string[]): Promise<boolean> {
  const only = pages ?? (smoke ? SMOKE_PAGES : undefined);
  const areLengthsAsked = pages === undefined;
  const visits = smoke ? VISITS.smoke : VISITS.full;
  console.log(
    `pages: figure / target. KB (1,000 bytes) after gzip -9; a phone without cache; JS is all that a first view loads until its line is idle, also what the page asks for once it is idle, not what the first touch or key asks for; LCP and TBT in ms, median of ${visits} on slow 4G (1.6/0.75 Mbit/s, 150 ms) with a quarter of the CPU; the slower line has Chrome's own factors (562 ms a request); length in screens of ${SCREEN.width} by ${SCREEN.height} px`,
  );
  const app = await startApp({ build: false });
  try {
    const browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: BROWSER_FLAGS,
    });
    const line = await compressing(app.url);
    try {
      const visitor = new Visitor(app.url);
      const stops = [...publicPages(await publishedRelease(app)), ...journey(visitor)];
      const strange = only?.find((name) => stops.every(({ page }) => page !== name));
      const names = stops.map(({ page }) => page).join(", ");
      if (strange) throw new Error(`There is no page "${strange}"; there are: ${names}.`);
      return await weigh(stops, { browser, app, line, visitor, visits, areLengthsAsked }, only);
    } finally {
      line.stop();
      await browser.close();
    }
  } finally {
    await app.stop();
  }
}

/** KB after gzip -9 of the chunk that all pages with scripts load. */
function frameworkSize(): number {
  const file = Object.values(readClientManifest()).find(({ file }) =>
    /framework-/.test(file),
  )?.file;
  if (!file) throw new Error("The build has no file named framework.");
  return gzipSync(readFileSync(join("build/client", file)), { level: 9 }).length / 1_000;
}

interface Bench {
  browser: Browser;
  app: { url: string };
  /** The app behind the proxy that compresses its responses. */
  line: { url: string };
  visitor: Visitor;
  visits: number;
  /** Whether to measure the lengths of the music step as well. */
  areLengthsAsked: boolean;
}

async function visitAll(stop: Stop, bench: Bench) {
  const { browser, app, line, visitor } = bench;
  const { cookie } = visitor;
  const { path, lands = path, kind } = stop;
  const load = await loadPage(browser, app.url + path, cookie, app.url + lands);
  const [measuredWaits, slowerPaints]: [Wait[], number[]] = [[], []];
  for (let n = 0; n < bench.visits; n++) {
    measuredWaits.push(await visitSlowly(browser, line.url + path, cookie, SLOW_4G));
    if (kind !== "step") continue;
    const { lcp } = await visitSlowly(browser, line.url + path, cookie, SLOWER_LINE);
    slowerPaints.push(lcp);
  }
  return { ...load, waits: measuredWaits, slowerPaints };
}

/** Lists the layout shifts of a page, visit by visit. */
function describeShifts({ page }: Stop, waits: readonly Wait[]): string {
  const lines = waits.map(({ shifts }, n) => shifts.map((shift) => `  visit ${n + 1}: ${shift}`));
  return [`${page}: what moved`, ...lines.flat()].join("\n");
}

async function weigh(
  stops: readonly Stop[],
  bench: Bench,
  only: readonly string[] | undefined,
): Promise<boolean> {
  const { browser, app, visitor } = bench;
  const rows: string[][] = [];
  let passed = true;
  let isLight = true;
  for (const stop of stops) {
    await stop.reach();
    if (only && !only.includes(stop.page)) continue;
    const visits = await visitAll(stop, bench);
    const figures = toFigures(stop, visits);
    const screens = await measureLength(browser, app.url + stop.path, visitor.cookie);
    const failedFigures = figures.filter(({ fits }) => !fits).map(({ name }) => name);
    passed = passed && failedFigures.length === 0;
    isLight = isLight && !failedFigures.includes("JS");
    if (failedFigures.includes("CLS")) console.log(describeShifts(stop, visits.waits));
    if (rows.length === 0) rows.push(["page", ...figures.map(({ name }) => name), "screens", ""]);
    rows.push([
      stop.page,
      ...figures.map(({ text: shown }) => shown),
      length({ screens, maxScreens: undefined }),
      failedFigures.length === 0 ? "ok" : `not: ${failedFigures.join(", ")}`,
    ]);
  }
  const emptyCells = Array.from({ length: (rows[0]?.length ?? 0) - 3 }, () => "");
  const lengths = bench.areLengthsAsked ? await musicLengths(browser, app.url) : [];
  for (const { page, screens, maxScreens: most } of lengths) {
    const fits = most === undefined || screens <= most;
    passed = passed && fits;
    rows.push([
      page,
      ...emptyCells,
      length({ screens, maxScreens: most }),
      fits ? "ok" : "not: screens",
    ]);
  }
  console.log(table(rows));
  const framework = frameworkSize();
  const isCoreLight = framework <= MAX_FRAMEWORK_KB;
  console.log(
    `framework: ${framework.toFixed(1)} KB; goal at most ${MAX_FRAMEWORK_KB}: ${isCoreLight ? "ok" : "not reached"}`,
  );
  // A goal that is not reached is named with its parts.
  if (!isLight || !isCoreLight) await benchWeight();
  return passed && isCoreLight;
}
