import type { Browser } from "playwright";
import type { FaultProxy } from "../support/fault-proxy";
import { megabits } from "../support/slow-link";
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

/** How a file went over the link. */
export interface LinkRun {
  /** From the choice of the file until its page said it is stored. */
  seconds: number;
  /** The same until its page knew that all bytes had arrived, which is all that tus looks at. */
  received: number;
  /** Bytes of request bodies over the link. */
  bytes: number;
  cuts: number;
  /** Share of the link that was used from the first to the last byte of the file. */
  fullness: number;
}

/** What a file goes over. */
interface LinkUnderTest {
  shape: typeof LINK;
  /** Begins to cut it. @returns what ends that. */
  cut: (proxy: FaultProxy) => () => void;
}

/** The link of issue 4, cut every so many milliseconds, or never. */
export const linkCutEvery = (ms: number | undefined): LinkUnderTest => ({
  shape: LINK,
  cut: (proxy) => (ms === undefined ? () => {} : proxy.cutEvery(ms)),
});

/** Sends a file once, from a browser context of its own. */
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
