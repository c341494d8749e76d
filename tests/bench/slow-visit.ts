import { request as ask, createServer } from "node:http";
import { pipeline } from "node:stream";
import { createGzip } from "node:zlib";
import type { Browser } from "playwright";
import * as v from "valibot";
import { freePort } from "./free-port";

/**
 * What Chrome's developer tools call slow 4G: 1.6 Mbit/s and 150 ms, times the 0.9 and 3.75 by
 * which they stand in for what a request meets on the way.
 */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};

/** A phone: no pointer, so that nothing is loaded that only a mouse can use. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

const SMALLER = /^(?:text\/|application\/(?:javascript|json)|image\/svg)/;

/**
 * Stands before the app and compresses what it sends, as Cloudflare does before a deployed one; the
 * local runtime does not.
 */
export async function compressing(app: string): Promise<{ url: string; stop: () => void }> {
  const port = await freePort();
  const { hostname, port: appPort } = new URL(app);
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const asked = ask({ hostname, port: appPort, method, path, headers }, (answer) => {
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
    asked.on("error", () => response.destroy());
    pipeline(request, asked, () => {});
  });
  await new Promise<void>((resolve) => server.listen(port, "localhost", resolve));
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}

/** Milliseconds until the largest thing on a page is painted, on a phone with an empty cache. */
export async function largestPaint(browser: Browser, url: string, cookie: string): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const [name, value] = cookie.split("=");
    if (name && value) await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
    await page.goto(url, { waitUntil: "networkidle", timeout: 60_000 });
    const paints: unknown = await page.evaluate(
      () =>
        new Promise((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().map(({ startTime }) => startTime)),
          ).observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
    return Math.max(...v.parse(v.array(v.number()), paints));
  } finally {
    await context.close();
  }
}
