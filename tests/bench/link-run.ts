import type { Browser } from "playwright";
import type { FaultProxy } from "../support/fault-proxy";
import type { LinkSpec } from "../support/slow-link";
import type { Contender } from "./link-contenders";
import { installClock, waitForMark } from "./page-clock";

/** The figures of one file sent over the link. */
export interface LinkRun {
  /** Seconds until the page knows that all bytes have arrived; tus checks nothing more. */
  received: number;
  /** Bytes of request bodies over the link. */
  bytes: number;
  cuts: number;
}

/** The link that a file is sent over. */
interface LinkUnderTest {
  shape: LinkSpec & { upBytesPerSecond: number };
  /** Starts to cut the link. @returns a function that stops it. */
  cut: (proxy: FaultProxy) => () => void;
}

/** Sends a file once from a new browser context. */
export async function runOver(
  browser: Browser,
  { proxy, open }: Contender,
  path: string,
  { shape, cut }: LinkUnderTest,
): Promise<LinkRun> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    proxy.shape();
    await installClock(context);
    const { page, field, clear } = await open(context);
    proxy.shape(shape);
    const [first, cuts] = [proxy.requests.length, proxy.counts.cuts];
    const stopCutting = cut(proxy);
    await field.setInputFiles(path);
    const marks = await waitForMark(page, "stored", 1_800).finally(stopCutting);
    const { chosen = 0, received = 0 } = marks;
    const bytes = proxy.requests.slice(first).reduce((sum, request) => sum + request.received, 0);
    await clear();
    return { received: (received - chosen) / 1000, bytes, cuts: proxy.counts.cuts - cuts };
  } finally {
    await context.close();
  }
}
