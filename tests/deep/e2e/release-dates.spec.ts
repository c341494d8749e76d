import { longDate } from "../../../app/platform/formats/dates";
import { UTC_OFFSET_COOKIE } from "../../../app/platform/session-cookie";
import { appUnderTest } from "../../support/app-under-test";
import { expect, test, withAndWithoutScript } from "../../support/journey";
import {
  chooseReleaseType,
  expectFocus,
  openMusic,
  openTrack,
  trackButton,
  typeTitles,
} from "../../support/music-step-page";
import { smallSleeve } from "../../support/test-files";
import { dateInDays } from "../../support/visitor";
import { closeMissing, pictureWidth, pressNext } from "../../support/wizard";

const sixWeeksAfter = (date: string, times: number) =>
  new Date(Date.parse(date) + times * 42 * 86_400_000).toISOString().slice(0, 10);
const fourWeeksAfter = (date: string) =>
  new Date(Date.parse(date) + 28 * 86_400_000).toISOString().slice(0, 10);

withAndWithoutScript(() => {
  test("a waterfall spaces its dates, shows its plan and takes artwork per single", async ({
    page,
    scripted,
  }) => {
    const start = dateInDays(70);
    const dates = page.getByLabel(/^Track \d comes out on$/);
    const waterfall = page.getByRole("button", { name: "Release as a waterfall" });
    const artwork = page.getByRole("button", { name: "Its own artwork for track 1" });
    const plan = page.getByRole("listitem").filter({ has: page.locator("time") });
    await openMusic(page);
    await expect(waterfall).toHaveCount(0);
    await chooseReleaseType(page, "EP", scripted);
    await typeTitles(page, "One", "Two", "Three");
    await page.getByLabel("Release date").fill(start);
    await waterfall.click();
    await expect(waterfall).toHaveAttribute("aria-pressed", "true");
    for (const index of [0, 1, 2])
      await expect(dates.nth(index)).toHaveValue(sixWeeksAfter(start, index));
    await expect(trackButton(page, "4 weeks after the one before (track 1)")).toHaveCount(0);
    await trackButton(page, "4 weeks after the one before (track 2)").click();
    await expect(dates.nth(1)).toHaveValue(fourWeeksAfter(start));
    await expect(dates.nth(2)).toHaveValue(sixWeeksAfter(fourWeeksAfter(start), 1));
    await expectFocus(dates.nth(1), scripted);
    await page.getByText("Release plan").click();
    await expect(plan).toHaveCount(3);
    await expect(plan.first()).toContainText("One");
    await expect(plan.last()).toContainText("Final single and the full release");
    await expect(plan.last()).toContainText("becomes available that same day");

    // The singles lead: the release's own date follows them and cannot be typed.
    const days = page.getByText("Release date", { exact: true }).locator("..");
    const last = sixWeeksAfter(fourWeeksAfter(start), 1);
    await expect(page.getByLabel("Release date", { exact: true })).toHaveCount(0);
    await expect(days).toContainText(`${longDate(last)}, with your final single.`);
    await expect(days).toContainText(`The first single comes out on ${longDate(start)}.`);
    await dates.nth(2).fill(dateInDays(300));
    if (!scripted) await trackButton(page, "Update the page").last().click();
    await expect(days).toContainText(`${longDate(dateInDays(300))}, with your final single.`);
    await trackButton(page, "The others every 6 weeks from here").click();
    await expect(dates.nth(2)).toHaveValue(sixWeeksAfter(start, 2));
    await expect(days).toContainText(longDate(sixWeeksAfter(start, 2)));
    await page.getByRole("button", { name: "Ask for an early release" }).click();
    await dates.nth(0).fill(dateInDays(7));
    await page.getByRole("button", { name: "Ask for an early release" }).click();
    await expect(dates.nth(0)).toHaveValue(dateInDays(42));
    await dates.nth(0).fill(start);
    await trackButton(page, "The others every 6 weeks from here").click();

    await openTrack(page, 0);
    await artwork.click();
    const picture = page.getByLabel("Single artwork (optional)");
    await picture.setInputFiles(smallSleeve().path);
    if (!scripted) await trackButton(page, "Update the page").last().click();
    await expect(picture.locator("..")).toContainText("Uploaded and ready");
    const image = page.getByRole("img", { name: "Artwork of track 1" });
    await expect.poll(() => pictureWidth(image)).toBe(600);

    await waterfall.click();
    await expect(waterfall).toHaveAttribute("aria-pressed", "false");
    await expect(dates).toHaveCount(0);
    await expect(artwork).toHaveCount(0);
    await waterfall.click();
    await expect(dates.nth(1)).toHaveValue(sixWeeksAfter(start, 1));
    await expect(artwork).toHaveAttribute("aria-pressed", "false");
  });

  test("an early release needs a reason, and without it the date is the default again", async ({
    page,
    scripted,
    mode,
    expectFailure,
  }) => {
    if (mode !== "scripted") expectFailure(400);
    const earlyReleaseButton = page.getByRole("button", { name: "Ask for an early release" });
    const reason = page.getByLabel("Reason for the early release");
    const date = page.getByLabel("Release date");
    await openMusic(page);
    const earliest = await date.inputValue();
    expect(earliest).toBe(dateInDays(42));
    await earlyReleaseButton.click();
    await expect(earlyReleaseButton).toHaveAttribute("aria-pressed", "true");
    await expectFocus(reason, scripted);
    await expect(date).toHaveAttribute("min", dateInDays(0));
    await date.fill(dateInDays(10));
    await pressNext(page);
    if (scripted) await closeMissing(page);
    await expect(reason).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("main")).toContainText(
      "Please provide a reason for the early release request",
    );
    await reason.fill("A tour starts that day.");
    await earlyReleaseButton.click();
    await expect(date).toHaveValue(earliest);
    await expect(date).toHaveAttribute("min", earliest);
    await expect(reason).toHaveCount(0);
    await earlyReleaseButton.click();
    await expect(reason).toHaveValue("");
  });
});

for (const [zone, ahead] of [
  ["UTC", 0],
  ["Pacific/Kiritimati", 14],
  ["Pacific/Honolulu", -10],
] as const)
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test("a page that is open over midnight offers no day that it then refuses", async ({
      page,
    }) => {
      const hours = (count: number) => count * 3_600_000;
      // A minute before the next midnight of the artist, or of UTC where that comes first.
      const minOffset = Math.max(ahead, 0);
      const day = new Date(Date.now() + hours(minOffset)).toISOString().slice(0, 10);
      const night = Date.parse(day) + hours(24 - minOffset);
      const first = new Date(Date.parse(day) + hours(42 * 24)).toISOString().slice(0, 10);
      const earliestDate = new Date(Date.parse(day) + hours(43 * 24)).toISOString().slice(0, 10);
      await page.clock.install({ time: new Date(night - 60_000) });
      // Only the browser's clock is moved. As on any but the first page of a visit the server knows
      // how far it is ahead: its own day is the artist's at any hour at which this runs.
      const cookie = {
        name: UTC_OFFSET_COOKIE,
        value: String(minOffset * 60),
        url: appUnderTest().url,
      };
      if (minOffset > 0) await page.context().addCookies([cookie]);
      await openMusic(page);
      const date = page.getByLabel("Release date", { exact: true });
      const hint = page.getByText("Earliest ").first();
      await expect(date).toHaveAttribute("min", first);
      await expect(date).toHaveValue(first);
      await page.clock.fastForward("01:10");
      await expect(date).toHaveAttribute("min", earliestDate);
      await expect(date).toHaveValue(earliestDate);
      await expect(hint).toContainText(longDate(earliestDate));
      // A date that was chosen stays where it is.
      await date.fill(dateInDays(90));
      await page.clock.fastForward("24:00:00");
      await expect(date).toHaveValue(dateInDays(90));
      await expect(date).not.toHaveAttribute("min", earliestDate);
    });
  });
