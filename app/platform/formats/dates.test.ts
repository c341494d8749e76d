import { expect, test } from "vitest";
import { isCalendarDate, longDate, longTime } from "./dates";

test.each([
  ["2027-02-28", true],
  ["2027-02-29", false],
  ["2028-02-29", true],
  ["2027-13-01", false],
  ["27-01-01", false],
  ["", false],
])("%s is a calendar date: %s", (text, expected) => {
  expect(isCalendarDate(text)).toBe(expected);
});

test("dates are shown in US long form", () => {
  expect(longDate("2027-03-12")).toBe("March 12, 2027");
  expect(longDate("2027-03-12T23:59:59.999Z")).toBe("March 12, 2027");
  expect(longDate("soon")).toBe("soon");
});

test("a time is shown to the minute, with the zone it is told in", () => {
  expect(longTime("2027-03-12T09:30:59.999Z")).toBe("March 12, 2027, 09:30 UTC");
  expect(longTime("soon")).toBe("soon");
});
