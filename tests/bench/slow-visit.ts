import { request as ask, createServer } from "node:http";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import type { Browser, BrowserContext } from "playwright";
import * as v from "valibot";
import { freePort } from "./free-port";

/** The speed of a visit: its connection, and how much slower than this machine the phone is. */
interface Pace {
  /** Milliseconds to the first byte of each answer. */
  latency: number;
  /** Bytes a second. */
  downloadThroughput: number;
  uploadThroughput: number;
  cpu: number;
}

/** Slow 4G on a phone of the middle class: 1.6 and 0.75 Mbit/s, 150 ms, a quarter of the CPU. */
export const SLOW_4G: Pace = {
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
  cpu: 4,
};

/**
 * The same connection with the factors 3.75 and 0.9 of Chrome's developer tools, which account for
 * the overhead of real requests.
 */
export const SLOWER_LINE: Pace = {
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
  cpu: 1,
};

/** A phone: it has no mouse, so nothing is loaded that only a mouse can use. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

const SMALLER = /^(?:text\/|application\/(?:javascript|json)|image\/svg)/;

/**
 * A proxy that compresses the app's responses, as Cloudflare does for a deployed app; the local
 * runtime does not.
 */
export async function compressing(app: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort();
  const { hostname, port: appPort } = new URL(app);
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const appRequest = ask({ hostname, port: appPort, method, path, headers }, (answer) => {
      const status = answer.statusCode ?? 502;
      if (
        !SMALLER.test(answer.headers["content-type"] ?? "") ||
        answer.headers["content-encoding"]
      ) {
        response.writeHead(status, answer.headers);
        return pipeline(answer, response, () => {});
      }
      const { "content-length": _, ...rest } = answer.headers;
      response.writeHead(status, { ...rest, "content-encoding": "gzip" });
      pipeline(answer, createGzip(), response, () => {});
    });
    appRequest.on("error", () => response.destroy());
    pipeline(request, appRequest, () => {});
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}

/** The waiting times of a visit, in milliseconds. */
export interface Wait {
  /** Until the largest contentful paint. */
  lcp: number;
  /** Total blocking time: what tasks took beyond 50 ms each since the first paint. */
  tbt: number;
  /** The sum of all layout shifts. */
  cls: number;
  /** Each layout shift: how far, when, and which elements moved from where to where. */
  shifts: string[];
}

const waitSchema = v.object({
  lcp: v.number(),
  tbt: v.number(),
  cls: v.number(),
  shifts: v.array(v.string()),
});

/**
 * Records the browser's own figures of the visit. Runs in the page before anything else, so it must
 * not contain named functions: the helper that the compiler adds for them is missing there.
 */
function record(): void {
  const figures = {
    lcp: 0,
    cls: 0,
    shifts: [] as string[],
    tasks: [] as { at: number; long: number }[],
  };
  Object.assign(window, { seen: figures });
  for (const type of ["largest-contentful-paint", "longtask", "layout-shift"])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, duration } = entry;
        if (type === "longtask") figures.tasks.push({ at: startTime, long: duration });
        else if (type !== "layout-shift") figures.lcp = Math.max(figures.lcp, startTime);
        else if ("value" in entry && !("hadRecentInput" in entry && entry.hadRecentInput)) {
          figures.cls += Number(entry.value);
          const sources: unknown = Reflect.get(entry, "sources");
          const moves = (Array.isArray(sources) ? sources : []).map(
            ({ node, previousRect: was, currentRect: is }) => {
              const element = node instanceof Element ? node : node?.parentElement;
              const name = element?.cloneNode().outerHTML.slice(0, 120) ?? "what is gone";
              const [from, to] = [was, is].map(
                (rectangle) =>
                  `${rectangle.x},${rectangle.y} ${rectangle.width}×${rectangle.height}`,
              );
              return `${name} ${from} → ${to}`;
            },
          );
          const at = Math.round(startTime);
          figures.shifts.push(`${Number(entry.value).toFixed(3)} at ${at} ms: ${moves.join("; ")}`);
        }
      }
    }).observe({ type, buffered: true });
}

/** Reads those figures once the page is idle. */
function readRecord(): unknown {
  const { lcp, tasks, cls, shifts } = Reflect.get(window, "seen");
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const from = paint?.startTime ?? 0;
  const tbt = tasks
    .filter(({ at, long }: { at: number; long: number }) => at + long > from)
    .reduce((sum: number, { long }: { long: number }) => sum + Math.max(0, long - 50), 0);
  return { lcp, tbt, cls, shifts };
}

/**
 * Gives a browser a visitor's cookie for the whole site: a cookie for the page's address alone would
 * not be sent with the pictures and calls of that page.
 */
export async function carryCookie(
  context: BrowserContext,
  cookie: string,
  url: string,
): Promise<void> {
  const [name, value] = cookie.split("=");
  if (name && value) await context.addCookies([{ name, value, url: new URL(url).origin }]);
}

/** Visits a page on a phone with an empty cache, at the given speed. */
export async function visitSlowly(
  browser: Browser,
  url: string,
  cookie: string,
  { cpu, ...line }: Pace,
): Promise<Wait> {
  const context = await browser.newContext(PHONE);
  try {
    await carryCookie(context, cookie, url);
    const page = await context.newPage();
    await page.addInitScript(record);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", { offline: false, ...line });
    if (cpu > 1) await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
    // A busy machine reports a paint with some delay.
    await page.waitForFunction(() => Reflect.get(window, "seen").lcp > 0);
    return v.parse(waitSchema, await page.evaluate(readRecord));
  } finally {
    await context.close();
  }
}
