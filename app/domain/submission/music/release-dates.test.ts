import fc from "fast-check";
import { expect, test } from "vitest";
import { isoDate } from "~/platform/formats/dates";
import { addBusinessDays, earliestReleaseDate } from "./release-dates";

test("the earliest release date is six weeks from today", () => {
  expect(earliestReleaseDate(new Date("2026-11-21T23:59:00Z"))).toBe("2027-01-02");
});

test("ten business days from a Friday is the Friday two weeks later", () => {
  expect(isoDate(addBusinessDays(new Date("2026-11-20T10:00:00Z"), 10))).toBe("2026-12-04");
});

test("a reply is never due at a weekend", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }),
      fc.integer({ min: 1, max: 30 }),
      (from, days) => {
        const weekday = addBusinessDays(from, days).getUTCDay();
        expect(weekday > 0 && weekday < 6).toBe(true);
      },
    ),
  );
});
