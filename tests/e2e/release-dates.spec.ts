import { smallSleeve } from "../support/generated-files";
import { expect, test, withAndWithoutScript } from "../support/journey";
import { openMusic } from "../support/music-page";
import { button, choose, expectFocus, typeTitles } from "../support/tracks-page";
import { inDays } from "../support/visitor";
import { closeMissing, pressNext } from "../support/wizard";

const sixWeeksAfter = (date: string, times: number) =>
  new Date(Date.parse(date) + times * 42 * 86_400_000).toISOString().slice(0, 10);
const fourWeeksAfter = (date: string) =>
  new Date(Date.parse(date) + 28 * 86_400_000).toISOString().slice(0, 10);

withAndWithoutScript(() => {
  test("a waterfall spaces its dates, shows its plan and takes artwork per single", async ({
    page,
    scripted,
  }) => {
    const start = inDays(70);
    const dates = page.getByLabel(/^Track \d comes out on$/);
    const waterfall = page.getByRole("switch", { name: "Release as a waterfall" });
    const artwork = page.getByRole("switch", { name: "Its own artwork for track 1" });
    const plan = page.getByRole("listitem").filter({ has: page.locator("time") });
    await openMusic(page);
    await expect(waterfall).toHaveCount(0);
    await choose(page, "EP", scripted);
    await typeTitles(page, "One", "Two", "Three");
    await page.getByLabel("Release date").fill(start);
    await waterfall.click();
    await expect(waterfall).toBeChecked();
    for (const index of [0, 1, 2])
      await expect(dates.nth(index)).toHaveValue(sixWeeksAfter(start, index));
    await expect(button(page, "4 weeks after the one before (track 1)")).toHaveCount(0);
    await button(page, "4 weeks after the one before (track 2)").click();
    await expect(dates.nth(1)).toHaveValue(fourWeeksAfter(start));
    await expect(dates.nth(2)).toHaveValue(sixWeeksAfter(fourWeeksAfter(start), 1));
    await expectFocus(dates.nth(1), scripted);
    await expect(plan).toHaveCount(3);
    await expect(plan.first()).toContainText("One");
    await expect(plan.last()).toContainText("Final single and the full release");
    await expect(plan.last()).toContainText("becomes available that same day");

    await artwork.click();
    const picture = page.getByLabel("Single artwork (optional)");
    await picture.setInputFiles(smallSleeve().path);
    if (!scripted) await button(page, "Update the page").last().click();
    await expect(picture.locator("..")).toContainText("Uploaded and ready");
    const shown = page.getByRole("img", { name: "Artwork of track 1" });
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(600);

    await waterfall.click();
    await expect(waterfall).not.toBeChecked();
    await expect(dates).toHaveCount(0);
    await expect(artwork).toHaveCount(0);
    await waterfall.click();
    await expect(dates.nth(1)).toHaveValue(sixWeeksAfter(start, 1));
    await expect(artwork).not.toBeChecked();
  });

  test("an early release needs a reason, and without it the date is the default again", async ({
    page,
    scripted,
    mode,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    const early = page.getByRole("switch", { name: "Ask for an early release" });
    const reason = page.getByLabel("Reason for the early release");
    const date = page.getByLabel("Release date");
    await openMusic(page);
    const earliest = await date.inputValue();
    expect(earliest).toBe(inDays(42));
    await early.click();
    await expect(early).toBeChecked();
    await expectFocus(reason, scripted);
    await expect(date).toHaveAttribute("min", inDays(0));
    await date.fill(inDays(10));
    await pressNext(page);
    if (scripted) await closeMissing(page);
    await expect(reason).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("main")).toContainText(
      "Please provide a reason for the early release request",
    );
    await reason.fill("A tour starts that day.");
    await early.click();
    await expect(date).toHaveValue(earliest);
    await expect(date).toHaveAttribute("min", earliest);
    await expect(reason).toHaveCount(0);
    await early.click();
    await expect(reason).toHaveValue("");
  });
});
