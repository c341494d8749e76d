import { expect, test, vi } from "vitest";
import { isCalendarDate, longDate, longMonth, longTime, shortDate } from "./dates";

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

test.each([...Array(12).keys()])("month %i is named as the platform names it", (month) => {
  const date = new Date(Date.UTC(2027, month, 9));
  const formatDate = (dateStyle: "long" | "medium") =>
    new Intl.DateTimeFormat("en-US", { dateStyle, timeZone: "UTC" }).format(date);
  expect(longDate(date.toISOString())).toBe(formatDate("long"));
  expect(shortDate(date.toISOString())).toBe(formatDate("medium"));
});

test("no page waits for a formatter of the platform's", async () => {
  const formatterSpy = vi.spyOn(Intl, "DateTimeFormat");
  vi.resetModules();
  const fresh = await import("./dates");
  expect(fresh.longTime("2027-03-12T09:30:00Z")).toBe("March 12, 2027, 09:30 UTC");
  expect(fresh.shortDate("2027-03-12")).toBe("Mar 12, 2027");
  expect(formatterSpy).not.toHaveBeenCalled();
  formatterSpy.mockRestore();
});

test.each([
  ["2027-03", "March 2027"],
  ["2027-13", "2027-13"],
  ["2027", "2027"],
])("the month %s is %s", (month, words) => {
  expect(longMonth(month)).toBe(words);
});
