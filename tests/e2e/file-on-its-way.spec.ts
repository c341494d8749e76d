import { expect, test } from "../support/journey";
import { openMusic } from "../support/music-step-page";
import { emulateNetwork, holdRequests, THIRD_PART } from "../support/slow-link";
import { sha256, threePartWav } from "../support/test-files";
import {
  audioField,
  expectStep,
  fileBox,
  fillRelease,
  pressNext,
  pressSubmit,
  toVisitor,
} from "../support/wizard";

test.beforeEach(({ page }) => openMusic(page));

test("a file on its way tells its progress in words, bytes and a bar", { tag: "@uploads" }, async ({
  page,
}) => {
  const letThirdGo = await holdRequests(page, THIRD_PART);
  const progressTexts = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const statuses: string[] = [];
        new MutationObserver(() => {
          const status = document.querySelector(
            "[data-file] [role=status]:not(:empty)",
          )?.textContent;
          if (status && statuses.at(-1) !== status) statuses.push(status);
          if (status?.includes("ready")) resolve(statuses);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await audioField(page).setInputFiles(threePartWav().path);
  const box = fileBox(page, "Audio");
  await expect(box).toContainText(/Sending: [1-9]\d*\.\dMB of 15\.3MB \(\d\d?%\)/);
  const bar = box.getByRole("progressbar", { name: "Sending tide.wav" });
  expect(Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  await expect(
    page.locator("[data-file] [role=status]", { hasText: "tide.wav: 50% sent" }),
  ).toBeAttached();
  letThirdGo();
  await expect(box).toContainText("Uploaded and ready: 15.3MB");
  await expect(bar).toHaveCount(0);
  // Quarters and the end are spoken; each tick would drown everything else.
  const spokenLines = await progressTexts;
  expect(spokenLines).toContain("tide.wav: 50% sent");
  expect(spokenLines.at(-1)).toBe("tide.wav: Uploaded and ready: 15.3MB");
  expect(spokenLines.length).toBeLessThanOrEqual(7);
});

test("a file goes on being sent in the next steps, and submitting waits for it", async ({
  page,
}) => {
  const letThirdGo = await holdRequests(page, THIRD_PART);
  await fillRelease(page, "Night Ferry");
  await page.getByLabel("Solo work").check();
  await audioField(page).setInputFiles(threePartWav().path);
  await pressNext(page);
  await expectStep(page, "about");
  await pressNext(page);
  await expectStep(page, "review");
  await expect(page.getByText("A file is still on its way.")).toBeVisible();
  await expect(page.getByText("Some fields incomplete")).toBeVisible();
  await pressSubmit(page);
  await expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  letThirdGo();
  await page.waitForURL("**/submit/success");
});

test("a lost connection is told, and the file goes on by itself once it is back", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure("ERR_INTERNET_DISCONNECTED", "ERR_FAILED");
  const network = await emulateNetwork(page);
  const letThirdGo = await holdRequests(page, THIRD_PART);
  await audioField(page).setInputFiles(threePartWav().path);
  const box = fileBox(page, "Audio");
  await expect(box).toContainText(/Sending: 10\.[03]MB/);
  await network.cut();
  letThirdGo();
  await expect(box).toContainText(
    /Waiting for connection\. .* sent so far; the rest follows by itself\./,
  );
  await network.mend();
  await expect(box).toContainText("Uploaded and ready: 15.3MB");
  await page.reload();
  await expect(box).toContainText("Uploaded and ready: 15.3MB");
  await fillRelease(page, "Night Ferry");
  await page.getByLabel("Solo work").check();
  await pressNext(page);
  await expectStep(page, "about");
  await pressNext(page);
  await expectStep(page, "review");
  const url = await page.locator('audio[aria-label="Night Ferry"]').getAttribute("src");
  const reply = await (await toVisitor(context)).send(url ?? "");
  expect(sha256(new Uint8Array(await reply.arrayBuffer()))).toBe(threePartWav().sha256);
});
