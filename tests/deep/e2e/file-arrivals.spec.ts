import { expect, test } from "../../support/journey";
import { openMusic } from "../../support/music-step-page";
import { threePartWav } from "../../support/test-files";
import { audioField, expectStep, fillRelease, pressNext } from "../../support/wizard";

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
