import { expect, test, withAndWithoutScript } from "../../support/journey";
import { advice, clip, clipButton, end, openClips, start } from "../../support/music-step-page";
import { expectValidPage } from "../../support/valid-page";
import { closeMissing, expectStep, pressNext, waitForHydration } from "../../support/wizard";

withAndWithoutScript(() => {
  test("clips are kept with the track and summed up", async ({ page }) => {
    await openClips(page);
    await start(page).fill("00:10");
    await end(page).fill("00:45");
    await clip(page, 1).getByLabel("What you hear (optional)").fill("The chorus");
    await clipButton(page, "Add a second clip").click();
    await start(page, 2).fill("1:00");
    await end(page, 2).fill("130");
    await pressNext(page);
    await expectStep(page, "about");
    await page.goto("/submit/music");
    await waitForHydration(page);
    await expect(page.getByText("2 clips: 00:10-00:45, 01:00-01:30")).toBeVisible();
    await clipButton(page, /^Change the clips/).click();
    await expect(end(page, 2)).toHaveValue("01:30");
    await expect(clip(page, 1).getByLabel("What you hear (optional)")).toHaveValue("The chorus");
  });
});

test("the clips are sound in every look: as they begin, advised, and refused", {
  tag: "@deep-pages",
}, async ({ page }) => {
  await openClips(page);
  await expectValidPage(page, "new");
  await end(page).fill("01:10");
  await clipButton(page, "Add a second clip").click();
  await start(page, 2).fill("soon");
  await expect(advice(page)).toBeVisible();
  await pressNext(page);
  await closeMissing(page);
  await expectValidPage(page, "advised and refused");
});
