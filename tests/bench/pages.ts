import { chromium } from "playwright";
import { startApp } from "../support/app-server";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { SCREEN } from "../support/step-lengths";
import { Visitor } from "../support/visitor";
import { journey, type Stop } from "./drive-draft";
import { median, table } from "./figures";
import { lengthOf, musicLengths, type PageLength } from "./page-length";
import { loadPage, type PageLoad } from "./page-load";
import { compressing, largestPaint } from "./slow-visit";

/** KB (1,000 bytes) after gzip; pages that are not named have no JavaScript budget. */
const CSS_BUDGET = 20;
const JS_BUDGETS: Record<string, number> = {
  ...{ "first visit": 125, artist: 125, music: 145, about: 125, review: 125 },
  ...{ success: 0, "404": 0, "learn more": 0, terms: 0 },
};
/** Requests until a page can be used. */
const REQUEST_BUDGET = 20;
/** Seconds until the largest thing is painted on slow 4G: the median of so many visits. */
const PAINT_BUDGET = 1.8;
const PAINTS = 5;

interface Visit extends PageLoad {
  /** Milliseconds until the largest paint on slow 4G, of each visit. */
  paints: number[];
  /** How long it is, in screens of a phone. */
  screens: number;
}

/** Why a page is over its budget; empty when it is not. */
function excesses(page: string, { css, js, blocking, requests, paints }: Visit): string[] {
  const jsBudget = JS_BUDGETS[page];
  const foreign = blocking.filter((path) => !path.endsWith(".css"));
  return [
    ...(css > CSS_BUDGET * 1000 ? ["CSS"] : []),
    ...(jsBudget !== undefined && js > jsBudget * 1000 ? ["JS"] : []),
    ...(requests > REQUEST_BUDGET ? ["requests"] : []),
    ...(median(paints) > PAINT_BUDGET * 1000 ? ["LCP"] : []),
    ...(foreign.length > 0 ? [`blocked by ${foreign.join(" ")}`] : []),
  ];
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1);

/** Screens of a phone, against a budget where there is one. */
const length = ({ screens, most }: Pick<PageLength, "screens" | "most">) =>
  `${screens.toFixed(1)} / ${most ?? "–"}`;

function row(page: string, load: Visit, over: string[]): string[] {
  const jsBudget = JS_BUDGETS[page];
  return [
    page,
    kb(load.html),
    `${kb(load.css)} / ${CSS_BUDGET}`,
    `${kb(load.js)} / ${jsBudget ?? "–"}`,
    kb(load.other),
    `${load.requests} / ${REQUEST_BUDGET}`,
    String(load.beforePaint),
    String(load.blocking.length),
    `${(median(load.paints) / 1000).toFixed(2)} / ${PAINT_BUDGET}`,
    length({ screens: load.screens, most: undefined }),
    over.length === 0 ? "ok" : `over: ${over.join(", ")}`,
  ];
}

/**
 * Weighs every page of the main job as a browser without a cache loads it.
 * @returns whether all pages keep their budgets.
 */
export async function benchPages(): Promise<boolean> {
  console.log(
    `pages: KB (1,000 bytes) after gzip -9, weight / budget; a phone without cache; LCP in seconds on slow 4G, median of ${PAINTS}; length in screens of ${SCREEN.width} by ${SCREEN.height} px`,
  );
  const app = await startApp({ build: true });
  try {
    const browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: BROWSER_FLAGS,
    });
    const line = await compressing(app.url);
    try {
      const visit = async ({ path, lands = path }: Stop, cookie: string) => {
        const load = await loadPage(browser, app.url + path, cookie, app.url + lands);
        const paints: number[] = [];
        for (let n = 0; n < PAINTS; n++)
          paints.push(await largestPaint(browser, line.url + path, cookie));
        return { ...load, paints, screens: await lengthOf(browser, app.url + path, cookie) };
      };
      return await weigh(app.url, visit, () => musicLengths(browser, app.url));
    } finally {
      line.stop();
      await browser.close();
    }
  } finally {
    await app.stop();
  }
}

async function weigh(
  base: string,
  visit: (stop: Stop, cookie: string) => Promise<Visit>,
  lengths: () => Promise<PageLength[]>,
) {
  const visitor = new Visitor(base);
  const rows = [
    [
      "page",
      "HTML",
      "CSS",
      "JS",
      "other",
      "requests",
      "before paint",
      "render-blocking",
      "LCP",
      "screens",
      "",
    ],
  ];
  let passed = true;
  for (const stop of journey(visitor)) {
    await stop.reach();
    const seen = await visit(stop, visitor.cookie);
    const over = excesses(stop.page, seen);
    passed = passed && over.length === 0;
    rows.push(row(stop.page, seen, over));
  }
  for (const { page, screens, most } of await lengths()) {
    const fits = most === undefined || screens <= most;
    passed = passed && fits;
    const weights = Array.from({ length: 8 }, () => "");
    rows.push([page, ...weights, length({ screens, most }), fits ? "ok" : "over: screens"]);
  }
  console.log(table(rows));
  return passed;
}
