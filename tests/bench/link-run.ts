import type { Browser } from "playwright";
import { megabits } from "../support/link";
import type { Contender } from "./link-contenders";
import { clockIn, marked } from "./page-clock";

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

/** Sends a file once, from a browser context of its own. */
export async function runOver(
  browser: Browser,
  { proxy, open }: Contender,
  path: string,
  cutEveryMs: number | undefined,
): Promise<LinkRun> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    proxy.shape();
    await clockIn(context);
    const { page, field, clear } = await open(context);
    proxy.shape(LINK);
    const [first, cuts] = [proxy.requests.length, proxy.counts.cuts];
    const stopCutting = cutEveryMs === undefined ? () => {} : proxy.cutEvery(cutEveryMs);
    await field.setInputFiles(path);
    const marks = await marked(page, "stored", 1_800).finally(stopCutting);
    const { chosen = 0, received = 0, stored = 0 } = marks;
    const requests = proxy.requests.slice(first);
    const carriers = requests.filter(({ size }) => size > FILE_BODY);
    const began = Math.min(...carriers.map(({ beganAt }) => beganAt));
    const ended = Math.max(...carriers.map(({ lastByteAt }) => lastByteAt));
    const sum = (some: typeof requests) =>
      some.reduce((bytes, { received }) => bytes + received, 0);
    const sending = (ended - began) / 1000;
    await clear();
    return {
      seconds: (stored - chosen) / 1000,
      received: (received - chosen) / 1000,
      bytes: sum(requests),
      cuts: proxy.counts.cuts - cuts,
      fullness: sum(carriers) / (LINK.upBytesPerSecond * sending),
    };
  } finally {
    await context.close();
  }
}
