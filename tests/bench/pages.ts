import { type Browser, chromium } from "playwright";
import { startApp } from "../support/app-server";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { SCREEN } from "../support/step-lengths";
import { Visitor } from "../support/visitor";
import { journey } from "./drive-draft";
import { table } from "./figures";
import { lengthOf, musicLengths, type PageLength } from "./page-length";
import { loadPage, type PageLoad } from "./page-load";

/** Issue 2: KB (1,000 bytes) after gzip; pages that are not named there have no JavaScript budget. */
const CSS_BUDGET = 20;
const JS_BUDGETS: Record<string, number> = { artist: 145, music: 165, about: 145, review: 145 };

/** Why a page is over its budget; empty when it is not. */
function excesses(page: string, load: PageLoad): string[] {
  const { css, js, blocking } = load;
  const jsBudget = JS_BUDGETS[page];
  const foreign = blocking.filter((path) => !path.endsWith(".css"));
  return [
    ...(css > CSS_BUDGET * 1000 ? ["CSS"] : []),
    ...(jsBudget && js > jsBudget * 1000 ? ["JS"] : []),
    ...(foreign.length > 0 ? [`blocked by ${foreign.join(" ")}`] : []),
  ];
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1);

/** Screens of a phone, against a budget where there is one. */
const length = ({ screens, most }: Pick<PageLength, "screens" | "most">) =>
  `${screens.toFixed(1)} / ${most ?? "–"}`;

function row(page: string, load: PageLoad, screens: number, over: string[]): string[] {
  const jsBudget = JS_BUDGETS[page];
  return [
    page,
    kb(load.html),
    `${kb(load.css)} / ${CSS_BUDGET}`,
    `${kb(load.js)} / ${jsBudget ?? "–"}`,
    kb(load.other),
    String(load.requests),
    String(load.beforePaint),
    String(load.blocking.length),
    length({ screens }),
    over.length === 0 ? "ok" : `over: ${over.join(", ")}`,
  ];
}

/**
 * Weighs every page of the main job as a browser without a cache loads it.
 * @returns whether all pages keep their budgets.
 */
export async function benchPages(): Promise<boolean> {
  console.log(
    `pages: KB (1,000 bytes) after gzip -9, weight / budget; one visit without cache each; length in screens of ${SCREEN.width} by ${SCREEN.height} px`,
  );
  const app = await startApp({ build: true });
  try {
    const browser = await chromium.launch({
      executablePath: ensureBrowser(),
      args: BROWSER_FLAGS,
    });
    try {
      return await weigh(app.url, browser);
    } finally {
      await browser.close();
    }
  } finally {
    await app.stop();
  }
}

async function weigh(base: string, browser: Browser) {
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
      "screens",
      "",
    ],
  ];
  let passed = true;
  for (const { page, path, reach } of journey(visitor)) {
    await reach();
    const loaded = await loadPage(browser, base + path, visitor.cookie);
    const screens = await lengthOf(browser, base + path, visitor.cookie);
    const over = excesses(page, loaded);
    passed = passed && over.length === 0;
    rows.push(row(page, loaded, screens, over));
  }
  for (const { page, screens, most } of await musicLengths(browser, base)) {
    const fits = most === undefined || screens <= most;
    passed = passed && fits;
    const weights = Array.from({ length: 7 }, () => "");
    rows.push([page, ...weights, length({ screens, most }), fits ? "ok" : "over: screens"]);
  }
  console.log(table(rows));
  return passed;
}
