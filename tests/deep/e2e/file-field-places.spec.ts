import { createDraftAt } from "../../support/drafts";
import { expect, test } from "../../support/journey";
import { shortWav, smallSleeve } from "../../support/test-files";
import {
  artworkField,
  audioField,
  fileBox,
  holdScripts,
  openDraftInBrowser,
  storedLines,
  waitForHydration,
} from "../../support/wizard";

for (const width of [360, 1280])
  test(`the buttons of a file stay under the finger when the scripts come, ${width} px wide`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openDraftInBrowser(context, await createDraftAt("music"));
    await page.goto("/submit/music");
    await waitForHydration(page);
    await audioField(page).setInputFiles(shortWav().path);
    await expect(fileBox(page, "Audio")).toContainText("Integrated loudness");
    await artworkField(page).setInputFiles(smallSleeve().path);
    await expect(storedLines(page)).toHaveCount(2);

    const releaseScripts = await holdScripts(page);
    await page.reload({ waitUntil: "commit" });
    const places = async () => {
      await page.evaluate(() => document.fonts.ready);
      const within = (box: Parameters<typeof fileBox>[1]) =>
        fileBox(page, box)
          .getByRole("button", { name: /^Remove/ })
          .evaluate((button) => {
            const top = button.parentElement?.parentElement?.getBoundingClientRect().top ?? 0;
            const { x, y } = button.getBoundingClientRect();
            return [x, y - top].map(Math.round);
          });
      return [await within("Audio"), await within("Artwork (optional)")];
    };
    await expect(page.getByRole("button", { name: `Remove ${smallSleeve().name}` })).toBeVisible();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(
        ({ sheet }) => sheet,
      ),
    );
    const before = await places();
    releaseScripts();
    await waitForHydration(page);
    await expect(fileBox(page, "Audio")).toContainText("Integrated loudness");
    expect(await places()).toEqual(before);
  });

test("on a phone a picture that doesn't come keeps its room", async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure(404);
  await page.setViewportSize({ width: 360, height: 740 });
  await openDraftInBrowser(context, await createDraftAt("review"));
  let answer = () => {};
  const gate = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/files/previews/*", async (route) => {
    await gate;
    await route.fulfill({ status: 404 });
  });
  await page.goto("/submit/review", { waitUntil: "commit" });
  await waitForHydration(page);
  const below = () =>
    page
      .getByText("Your browser can't show this picture")
      .or(page.getByRole("img", { name: "Artwork of the release" }))
      .locator("xpath=ancestor::div[2]")
      .evaluate((sleeve) => sleeve.lastElementChild?.getBoundingClientRect().top);
  const before = await below();
  answer();
  await expect(page.getByText("Your browser can't show this picture")).toBeVisible();
  expect(await below()).toBe(before);
});
