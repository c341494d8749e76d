import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page, type Response } from "playwright";
import { median, quantile } from "simple-statistics";
import { signIn } from "../support/accounts";
import { type AppServer, startApp } from "../support/app-server";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { publishedRelease } from "../support/published-release";
import { Visitor } from "../support/visitor";
import { addWaiting } from "../support/waiting-submissions";
import { carryCookie, PHONE } from "./slow-visit";
import { atLeast, atMost } from "./verdict";

const QUEUE = 60;
const DECISIONS = { full: 50, smoke: 3 };
/** In milliseconds: as long as a deployed site takes to answer. A local store answers in ten. */
const ANSWER_MS = 300;
/** In milliseconds: about as long as somebody looks at an entry at the quickest. */
const LOOK_MS = 1_500;

const DESK = { viewport: { width: 1280, height: 800 } };

/** Waits for each answer of the site as long as a real one takes. */
async function slowAnswers(page: Page): Promise<void> {
  await page.route(/\/staff/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    await route.continue();
  });
}

/** What a page loads from now on: bytes as the edge would send them, requests, and documents. */
function countLoads(page: Page) {
  const loads = { requests: 0, documents: 0, sizes: [] as Promise<number>[] };
  page.on("request", (request) => {
    loads.requests += 1;
    if (request.resourceType() === "document") loads.documents += 1;
  });
  const sizeOf = async (response: Response) => {
    const body = await response.body().catch(() => Buffer.alloc(0));
    const isText = !/^(?:image|audio|font)\//.test(response.headers()["content-type"] ?? "");
    return isText ? gzipSync(body).length : body.length;
  };
  page.on("response", (response) => loads.sizes.push(sizeOf(response)));
  return loads;
}

/** Of ten, six are approved, three rejected with a reason, and one is in progress. */
function keysOf(index: number): string[] {
  const place = index % 10;
  if (place === 9) return ["i", "Enter"];
  return place % 3 === 2 ? ["r", "1", "Enter"] : ["a", "Enter"];
}

interface Desk {
  browser: Browser;
  app: AppServer;
  cookie: string;
}

async function openPage({ browser, app, cookie }: Desk, options: object) {
  const context = await browser.newContext({ ...options, baseURL: app.url });
  await carryCookie(context, cookie, app.url);
  return context.newPage();
}

/** Decides by keys, and measures what it takes to have the next entry. */
async function decideByKeys(desk: Desk, first: string, count: number): Promise<boolean> {
  const page = await openPage(desk, DESK);
  await page.goto(`/staff/submissions/${first}`);
  await page.locator("dialog[aria-labelledby=keys-title]").waitFor({ state: "attached" });
  await slowAnswers(page);
  const loads = countLoads(page);
  const waits: number[] = [];
  let keys = 0;
  for (let index = 0; index < count; index += 1) {
    await page.waitForTimeout(LOOK_MS);
    for (const key of keysOf(index).slice(0, -1)) await page.keyboard.press(key);
    const before = new URL(page.url()).pathname;
    await page.evaluate(() => {
      const heading = document.querySelector("article h1");
      const observer = new MutationObserver(() => {
        if (heading?.isConnected) return;
        performance.mark("next-entry");
        observer.disconnect();
      });
      observer.observe(document.body, { childList: true, subtree: true });
      window.addEventListener("keydown", () => performance.mark("sent"), {
        once: true,
        capture: true,
      });
    });
    await page.keyboard.press("Enter");
    keys += keysOf(index).length;
    await page.waitForFunction((path) => location.pathname !== path, before);
    await page.waitForFunction(() => performance.getEntriesByName("next-entry").length > 0);
    waits.push(
      await page.evaluate(() => {
        const [sent, shown] = ["sent", "next-entry"].map(
          (name) => performance.getEntriesByName(name).at(-1)?.startTime ?? 0,
        );
        performance.clearMarks();
        return (shown ?? 0) - (sent ?? 0);
      }),
    );
  }
  await page.waitForTimeout(LOOK_MS);
  const bytes = (await Promise.all(loads.sizes)).reduce((sum, size) => sum + size, 0);
  const perDecision = { bytes: bytes / count / 1000, requests: loads.requests / count };
  const most = Math.ceil((count * 119) / 50);
  return [
    atMost("keys", keys, most, `${keys} for ${count} decisions, 0 clicks`),
    atMost("page loads", loads.documents, 0, String(loads.documents)),
    atMost("next entry, median", median(waits), 100, `${Math.round(median(waits))} ms`),
    atMost(
      "next entry, 95th",
      quantile(waits, 0.95),
      100,
      `${Math.round(quantile(waits, 0.95))} ms`,
    ),
    atMost(
      "KB a decision",
      perDecision.bytes,
      10,
      `${perDecision.bytes.toFixed(1)} after gzip, in ${perDecision.requests.toFixed(1)} requests, of which one tells colleagues where one is every 5 s`,
    ),
  ].every(Boolean);
}

/** Rows that are whole on the first screen. */
const wholeRows = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll("tbody tr")].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }).length,
  );

async function countRows(desk: Desk): Promise<boolean> {
  const results = [];
  for (const [name, options, goal] of [
    ["1280x800", DESK, 10],
    ["360x740", PHONE, 7],
  ] as const) {
    const page = await openPage(desk, options);
    await page.goto("/staff");
    const rows = await wholeRows(page);
    results.push(atLeast(`rows at ${name}`, rows, goal, String(rows)));
    await page.context().close();
  }
  return results.every(Boolean);
}

/** Rejects by touch on a phone. */
async function rejectByTouch(desk: Desk, id: string): Promise<boolean> {
  const page = await openPage(desk, PHONE);
  await page.goto(`/staff/submissions/${id}`);
  await page.locator("dialog[aria-labelledby=keys-title]").waitFor({ state: "attached" });
  let taps = 0;
  for (const target of [
    page.getByRole("link", { name: /^Reject/ }),
    page.locator("#decide label").first(),
    page.getByRole("button", { name: /^Send the rejection/ }),
  ]) {
    await target.tap();
    taps += 1;
  }
  await page.waitForURL(({ pathname }) => !pathname.endsWith(id));
  await page.context().close();
  return atMost("taps to reject at 360 px", taps, 3, String(taps));
}

/** When the artwork of an entry is drawn, without a cache, with answers as slow as real ones. */
async function paintArtwork(desk: Desk, id: string): Promise<boolean> {
  const page = await openPage(desk, DESK);
  await slowAnswers(page);
  const loads = countLoads(page);
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        performance.mark("lcp", { startTime: entry.startTime });
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await page.goto(`/staff/submissions/${id}`);
  await page.waitForTimeout(2_000);
  const lcp = await page.evaluate(() => performance.getEntriesByName("lcp").at(-1)?.startTime ?? 0);
  await page.context().close();
  return atMost("LCP of an entry", lcp, 1_200, `${Math.round(lcp)} ms, ${loads.requests} requests`);
}

/**
 * Measures the desk over a queue of 60: decisions by keys, rows, taps, and the first picture. Every answer of
 * the site takes 300 ms.
 */
export async function benchDesk(smoke: boolean): Promise<boolean> {
  console.log(`desk: a queue of ${QUEUE}, every answer takes ${ANSWER_MS} ms`);
  const app = await startApp({ build: false });
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  try {
    const entries = await addWaiting(QUEUE, "Desk", app);
    const staff = new Visitor(app.url);
    await signIn(staff, {}, app);
    const { release } = await publishedRelease(app);
    const desk = { browser, app, cookie: staff.cookie };
    const count = smoke ? DECISIONS.smoke : DECISIONS.full;
    const idAt = (index: number) => entries[index]?.id ?? "";
    const results = [
      await countRows(desk),
      await paintArtwork(desk, release.split("/").at(-1) ?? ""),
      await decideByKeys(desk, idAt(0), count),
      await rejectByTouch(desk, idAt(QUEUE - 5)),
    ];
    return results.every(Boolean);
  } finally {
    await browser.close();
    await app.stop();
  }
}
