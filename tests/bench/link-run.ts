import type { Browser } from "playwright";
import type { FaultProxy } from "../support/fault-proxy";
import { type LinkSpec, megabits } from "../support/slow-link";
import type { Contender } from "./link-contenders";
import { installClock, waitForMark } from "./page-clock";

/** The link of issue 4. */
export const LINK = {
  upBytesPerSecond: megabits(20),
  downBytesPerSecond: megabits(20),
  roundTripMs: 100,
};
/** Requests with larger bodies carry the file. */
const FILE_BODY = 16 * 1024;

/** The figures of one file sent over the link. */
export interface LinkRun {
  /** Seconds from choosing the file until the page says that it is stored. */
  seconds: number;
  /** Seconds until the page knows that all bytes have arrived; tus checks nothing more. */
  received: number;
  /** Bytes of request bodies over the link. */
  bytes: number;
  cuts: number;
  /** Share of the link's capacity that was used between the file's first and last byte. */
  fullness: number;
}

/** The link that a file is sent over. */
interface LinkUnderTest {
  shape: LinkSpec & { upBytesPerSecond: number };
  /** Starts to cut the link. @returns a function that stops it. */
  cut: (proxy: FaultProxy) => () => void;
}

/** The link of issue 4, cut every `ms` milliseconds, or never. */
export const linkCutEvery = (ms: number | undefined): LinkUnderTest => ({
  shape: LINK,
  cut: (proxy) => (ms === undefined ? () => {} : proxy.cutEvery(ms)),
});

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
    const { chosen = 0, received = 0, stored = 0 } = marks;
    const requests = proxy.requests.slice(first);
    const carriers = requests.filter(({ size }) => size > FILE_BODY);
    const startedAt = Math.min(...carriers.map(({ beganAt }) => beganAt));
    const endedAt = Math.max(...carriers.map(({ lastByteAt }) => lastByteAt));
    const sum = (selected: typeof requests) =>
      selected.reduce((bytes, { received }) => bytes + received, 0);
    const sending = (endedAt - startedAt) / 1000;
    await clear();
    return {
      seconds: (stored - chosen) / 1000,
      received: (received - chosen) / 1000,
      bytes: sum(requests),
      cuts: proxy.counts.cuts - cuts,
      fullness: sum(carriers) / (shape.upBytesPerSecond * sending),
    };
  } finally {
    await context.close();
  }
}
