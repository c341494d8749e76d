import type { Page } from "playwright/test";
import type { FaultProxy } from "../support/fault-proxy";
import {
  chooseTrackAndStall,
  chooseTrackFile,
  expect,
  expectArrived,
  test,
  trackBox,
  waitForStoredCopy,
} from "../support/faulty-network";
import { openMusic } from "../support/music-step-page";
import { type GeneratedFile, shortWav, threePartWav } from "../support/test-files";
import { pressNext, waitForHydration } from "../support/wizard";

/** Requests by which the label first hears of a file. */
const BEGINNINGS = /^POST \/api\/(upload|cloud-storage\/upload-url)$/;

test.beforeEach(({ expectFailure }) => expectFailure("net::ERR_"));

/** Lets the browser keep next to nothing for this site. */
async function refuseStorage(page: Page, { url: origin }: FaultProxy): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 100_000 });
}

/** Half of the track is sent, and the browser has a copy of it. @returns what lets the rest come over. */
async function sendHalfOfKept(page: Page, network: FaultProxy, file: GeneratedFile) {
  await openMusic(page);
  const release = await chooseTrackAndStall(page, network, file);
  await waitForStoredCopy(page, file);
  return release;
}

async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const pageCrash = page.waitForEvent("crash");
  // Nobody is left to answer.
  devtools.send("Page.crash").catch(() => undefined);
  await pageCrash;
}

test("a killed tab: opened again, the file goes on without a click", async ({
  page,
  context,
  network,
}) => {
  const release = await sendHalfOfKept(page, network, threePartWav());
  await crash(page);
  release();
  const repeated = await context.newPage();
  await repeated.goto("/submit/music");
  await expectArrived(repeated, network, threePartWav(), { otherFaults: 1 });
});

for (const file of [shortWav(), threePartWav()])
  test(`a tab killed before ${file.name} was begun or copied: opened again, the page asks for it by name`, {
    tag: "@deep-links",
  }, async ({ page, context, network }) => {
    await openMusic(page);
    await refuseStorage(page, network);
    const release = network.stallBodies(BEGINNINGS, 0);
    await chooseTrackFile(page, file);
    const rememberedUploads = () => page.evaluate(() => localStorage.getItem("uploads") ?? "");
    await expect.poll(rememberedUploads).toContain(file.name);
    await crash(page);
    const repeated = await context.newPage();
    // Looked at twice: what is asked for stays asked for.
    for (const path of ["/submit/music", "/submit/music"]) {
      await repeated.goto(path);
      await expect(trackBox(repeated)).toContainText(
        `${file.name}Not sent yet. Choose the same file again to send it.`,
      );
      await expect(repeated.getByText("Choose 1 file again")).toBeVisible();
    }
    await waitForHydration(repeated);
    // Next says that it is missing, where it is asked for.
    await pressNext(repeated);
    await repeated.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(trackBox(repeated).locator("..")).toContainText(
      "Please add at least one track for your release",
    );
    // What the killed tab began to say is lost by now.
    release();
    await chooseTrackFile(repeated, file);
    await expectArrived(repeated, network, file, { otherFaults: 1 });
    await repeated.reload();
    await expect(trackBox(repeated)).toContainText("Uploaded and ready: ");
    await expect(repeated.getByText("All files are with us")).toBeVisible();
  });

test("two tabs on the same upload: one sends, and the other goes on when it is closed", {
  tag: "@deep-links",
}, async ({ page, context, network }) => {
  const release = await sendHalfOfKept(page, network, threePartWav());
  const other = await context.newPage();
  await other.goto("/submit/music");
  await expect(trackBox(other)).toContainText("Another tab is sending this file");
  await page.close();
  release();
  await expectArrived(other, network, threePartWav(), { otherFaults: 1 });
});
