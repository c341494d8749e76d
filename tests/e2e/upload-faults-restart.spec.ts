import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright/test";
import { createDraftAt } from "../support/drafts";
import {
  chooseTrackAndStall,
  expectArrived,
  test,
  waitForStoredCopy,
} from "../support/faulty-network";
import { BROWSER_FLAGS, findBrowser } from "../support/find-browser";
import { threePartWav } from "../support/test-files";

const DAY_S = 86_400;

test("the browser is closed and started again: the file goes on without a click", {
  tag: "@deep-links",
}, async ({ network }) => {
  const profile = mkdtempSync(join(tmpdir(), "profile-"));
  const start = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: findBrowser(),
      args: BROWSER_FLAGS,
      ignoreHTTPSErrors: true,
      baseURL: network.url,
    });
  const { cookie } = await createDraftAt("music");
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  const expires = Math.floor(Date.now() / 1000) + DAY_S;
  let context = await start();
  try {
    const place = { domain: "localhost", path: "/", expires };
    const noticeCookie = { name: "beta-notice", value: "seen", ...place };
    await context.addCookies([{ name, value, ...place }, noticeCookie]);
    const page = await context.newPage();
    await page.goto("/submit/music");
    const release = await chooseTrackAndStall(page, network, threePartWav());
    await waitForStoredCopy(page, threePartWav());
    await context.close();
    release();
    context = await start();
    const repeated = await context.newPage();
    await repeated.goto("/submit/music");
    await expectArrived(repeated, network, threePartWav(), { otherFaults: 1 });
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
