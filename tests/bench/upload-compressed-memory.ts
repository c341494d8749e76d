import { chromium } from "playwright";
import type { AppServer } from "../support/app-server";
import { BROWSER_FLAGS, ensureBrowser } from "../support/find-browser";
import { workerdMegabytes } from "../support/resource-use";
import { megabits } from "../support/slow-link";
import { appContender } from "./link-contenders";
import { wavOnDisk } from "./music-wav";
import { installClock, waitForMark } from "./page-clock";
import { findRenderer, residentMegabytes } from "./renderer";
import { atMost } from "./verdict";

/** Slower than the encoder, so that all of a file goes compressed. */
const SHAPE = {
  upBytesPerSecond: megabits(60),
  downBytesPerSecond: megabits(60),
  roundTripMs: 20,
};
const SAMPLE_MS = 100;
/** What a file of four times the size may take more. */
const FLAT_GOAL = 40;

/** How far the memory of the site and of the page rises while music is sent, in MB. */
async function growthWhileSending(app: AppServer, bytes: number) {
  const path = wavOnDisk("music 16 bit", bytes);
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: BROWSER_FLAGS });
  const contender = await appContender(app);
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    await installClock(context);
    const { page, field, clear } = await contender.open(context);
    contender.proxy.shape(SHAPE);
    const renderer = await findRenderer(browser, page);
    const read = () => ({ site: workerdMegabytes(app.pid), page: residentMegabytes(renderer) });
    const before = read();
    const peak = { ...before };
    const timer = setInterval(() => {
      const now = read();
      peak.site = Math.max(peak.site, now.site);
      peak.page = Math.max(peak.page, now.page);
    }, SAMPLE_MS);
    await field.setInputFiles(path);
    await waitForMark(page, "stored", 600).finally(() => clearInterval(timer));
    await clear();
    return { site: peak.site - before.site, page: peak.page - before.page };
  } finally {
    await contender.stop();
    await browser.close();
  }
}

/**
 * Measures whether compressed uploads take more memory for larger files: a quarter of `bytes`, and
 * all of it.
 * @returns whether they do not.
 */
export async function benchCompressedMemory(app: AppServer, bytes: number): Promise<boolean> {
  console.log(`\nupload (c), memory while ${bytes} bytes of music are sent compressed\n`);
  // The first one warms up.
  await growthWhileSending(app, bytes / 4);
  const quarter = await growthWhileSending(app, bytes / 4);
  const whole = await growthWhileSending(app, bytes);
  const judge = (name: "site" | "page") =>
    atMost(
      `memory of the ${name}, whole file over a quarter`,
      whole[name] - quarter[name],
      FLAT_GOAL,
      `${quarter[name].toFixed(0)} MB, then ${whole[name].toFixed(0)} MB`,
    );
  return [judge("site"), judge("page")].every(Boolean);
}
