import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { openMusic } from "../../support/music-step-page";
import { holdRequests, THIRD_PART } from "../../support/slow-link";
import { shortWav, threePartWav } from "../../support/test-files";
import {
  audioField,
  expectStep,
  fileBox,
  fillRelease,
  openStep,
  pressNext,
  waitForHydration,
} from "../../support/wizard";

test("a file chosen while another is being sent takes its place", async ({ page }) => {
  await openMusic(page);
  await holdRequests(page, THIRD_PART);
  await audioField(page).setInputFiles(threePartWav().path);
  const box = fileBox(page, "Audio");
  await expect(box).toContainText(/Sending: [1-9]/);
  await audioField(page).setInputFiles(shortWav().path);
  await expect(box).toContainText("Uploaded and ready: 563KB");
  await page.reload();
  await expect(box).toContainText("short.wav");
  await expect(box).not.toContainText("tide.wav");
});

test("Review that was judged just before the file arrived is judged again", async ({ page }) => {
  await openMusic(page);
  await fillRelease(page, "Night Ferry");
  await page.getByLabel("Solo work").check();
  const arrivalReply = page.waitForResponse(
    (reply) => reply.url().includes("process-upload") && reply.ok(),
  );
  let letArrive = () => {};
  const reviewWasJudged = new Promise<void>((resolve) => {
    letArrive = resolve;
  });
  await page.route("**/process-upload", async (route) => {
    await reviewWasJudged;
    await route.continue();
  });
  let judgements = 0;
  // Asked for while the file is on its way, answered when all of it is there.
  await page.route("**/submit/review.data**", async (route) => {
    // The proxy of a local run may drop a connection.
    const reply = await route.fetch({ maxRetries: 1 });
    letArrive();
    if (judgements++ === 0) await arrivalReply;
    await route.fulfill({ response: reply });
  });
  await audioField(page).setInputFiles(threePartWav().path);
  await pressNext(page);
  await expectStep(page, "about");
  await pressNext(page);
  await expectStep(page, "review");
  await expect(page.getByText("Ready to Submit")).toBeVisible();
  expect(judgements).toBe(2);
});

test("the list of a submission says of a file that this tab sends that it is being sent", async ({
  page,
  context,
}) => {
  await openStep(page, context, await createDraftAt("music"), "music");
  await page.route(/\/parts\/\d/, () => {});
  await audioField(page).setInputFiles(threePartWav().path);
  await expect(page.getByText(/^Sending: /).first()).toBeVisible();
  await page.getByText("Menu").click();
  await page.getByRole("link", { name: "Submit your music" }).click();
  await waitForHydration(page);
  await expect(page.getByText(/: being sent now \(\d+%\)\./)).toBeVisible();
  await expect(page.getByText("Choose the same file again")).toHaveCount(0);
});
