import { longDate } from "../../../app/platform/formats/dates";
import { UTC_OFFSET_COOKIE } from "../../../app/platform/session-cookie";
import { appUnderTest } from "../../support/app-under-test";
import { expect, test } from "../../support/journey";
import { openMusic } from "../../support/music-step-page";
import { dateInDays } from "../../support/visitor";

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
