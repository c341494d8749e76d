import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright";
import * as v from "valibot";
import { carryCookie, PHONE } from "./slow-visit";

/** What one visit without a cache loads. Sizes in bytes after gzip -9. */
export interface PageLoad {
  html: number;
  css: number;
  js: number;
  font: number;
  picture: number;
  /** Everything else, such as data. */
  other: number;
  requests: number;
  /** Requests that began before anything was painted, the document included. */
  beforePaint: number;
  /** Paths of the files that block the first paint, apart from the document. */
  blocking: string[];
}

const gzip = (body: Buffer) => gzipSync(body, { level: 9 }).length;
type Kind = "html" | "css" | "js" | "font" | "picture" | "other";

function toKind(type: string): Kind {
  if (type.startsWith("text/html")) return "html";
  if (type.startsWith("text/css")) return "css";
  if (type.startsWith("font/")) return "font";
  if (type.startsWith("image/")) return "picture";
  return /^(?:text|application)\/javascript/.test(type) ? "js" : "other";
}

/** Paths of the scripts, module preloads and stylesheets that a document references. */
function findFileNames(html: string): string[] {
  const tagPaths = [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].flatMap(([tag]) => {
    if (tag.startsWith("<link") && !/\brel="(?:stylesheet|modulepreload)"/.test(tag)) return [];
    return [...tag.matchAll(/\b(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  });
  const imports = [...html.matchAll(/\bimport\b[^"';]*["'](\/[^"']+\.js)["']/g)];
  return [...tagPaths, ...imports.map((match) => match[1] ?? "")];
}

const timingSchema = v.object({
  firstPaint: v.number(),
  resources: v.array(v.object({ url: v.string(), began: v.number(), blocking: v.boolean() })),
});

/** Reads from the browser when it first painted, and what blocked that. */
async function readTiming(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
  const timing: unknown = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName("first-paint")[0]?.startTime ?? 0,
    resources: performance.getEntriesByType("resource").map((entry) => ({
      url: entry.name,
      began: entry.startTime,
      blocking: "renderBlockingStatus" in entry && entry.renderBlockingStatus === "blocking",
    })),
  }));
  return v.parse(timingSchema, timing);
}

/**
 * Visits a page on a phone with an empty cache, and measures the size of everything it loads.
 * @param lands the address after redirects.
 */
export async function loadPage(
  browser: Browser,
  url: string,
  cookie: string,
  lands = url,
): Promise<PageLoad> {
  const context = await browser.newContext(PHONE);
  try {
    await carryCookie(context, cookie, url);
    const page = await context.newPage();
    const bodies = new Map<string, Promise<{ kind: Kind; body: Buffer }>>();
    page.on("response", (response) => {
      const kind = toKind(response.headers()["content-type"] ?? "");
      const file = response.body().then((body) => ({ kind, body }));
      // When a visit fails, responses that were not read yet must not add failures.
      file.catch(() => undefined);
      bodies.set(response.url(), file);
    });
    await page.goto(url, { waitUntil: "networkidle" });
    await page.waitForURL(lands);
    const { firstPaint, resources } = await readTiming(page);
    const files = new Map<string, { kind: Kind; body: Buffer }>();
    for (const [address, file] of bodies) files.set(address, await file);
    const requests = files.size;
    const html = files.get(url)?.body.toString() ?? "";
    // Files that the document references count even if the browser did not load them.
    for (const path of findFileNames(html)) {
      const address = new URL(path, url).href;
      if (!files.has(address)) files.set(address, await fetchBody(address));
    }
    const weights = { html: 0, css: 0, js: 0, font: 0, picture: 0, other: 0 };
    for (const { kind, body } of files.values()) weights[kind] += gzip(body);
    const blocking = resources
      .filter((resource) => resource.blocking)
      .map((resource) => new URL(resource.url).pathname);
    const beforePaint = 1 + resources.filter((resource) => resource.began < firstPaint).length;
    return { ...weights, requests, beforePaint, blocking };
  } finally {
    await context.close();
  }
}

async function fetchBody(address: string) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} is named in a page and answers ${response.status}`);
  const body = Buffer.from(await response.arrayBuffer());
  return { kind: toKind(response.headers.get("Content-Type") ?? ""), body };
}
