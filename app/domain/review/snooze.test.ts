import * as v from "valibot";
import { expect, test } from "vitest";
import { timeZoneSchema } from "~/platform/formats/time-zone";
import { snoozeChoices, snoozeTimeSchema, snoozeUntil } from "./snooze";

const FRIDAY = new Date("2026-11-27T16:30:00Z");
const untils = (now: Date, zone = "UTC") =>
  snoozeChoices(now, zone).map(({ text, until }) => [text, until]);

test("an entry comes back at nine: tomorrow, on Monday, or in a week", () => {
  expect(untils(FRIDAY)).toEqual([
    ["Tomorrow", "2026-11-28T09:00:00.000Z"],
    ["Monday", "2026-11-30T09:00:00.000Z"],
    ["In a week", "2026-12-04T09:00:00.000Z"],
  ]);
});

test.each([
  ["Sunday", "2026-11-29T10:00:00Z", ["Tomorrow", "In a week"]],
  ["Monday", "2026-11-30T08:00:00Z", ["Tomorrow", "Monday"]],
])("on a %s no day is offered twice", (_, now, texts) => {
  expect(untils(new Date(now)).map(([text]) => text)).toEqual(texts);
  // A form of the day before may still name it.
  expect(snoozeUntil("monday", new Date(now), "UTC")).toMatch(/T09:00:00.000Z$/);
});

test.each([
  ["Europe/Berlin", "2026-11-27T16:30:00Z", "2026-11-28T08:00:00.000Z"],
  ["America/Los_Angeles", "2026-11-27T02:00:00Z", "2026-11-27T17:00:00.000Z"],
  ["Asia/Kolkata", "2026-11-27T20:00:00Z", "2026-11-29T03:30:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-27T12:00:00Z", "2026-11-28T19:00:00.000Z"],
  // The clocks go forward in that night, and back in this one.
  ["Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T07:00:00.000Z"],
  ["Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T08:00:00.000Z"],
])("nine is that of %s", (zone, now, until) => {
  expect(snoozeUntil("tomorrow", new Date(now), zone)).toBe(until);
});

test("a form names one of these times and no other", () => {
  for (const { time } of snoozeChoices(FRIDAY, "UTC"))
    expect(v.parse(snoozeTimeSchema, time)).toBe(time);
  for (const time of ["", "never", null]) expect(v.is(snoozeTimeSchema, time)).toBe(false);
});

test("on the evening of a Saturday in California, which is Sunday in UTC, Monday is a day of its own", () => {
  const now = new Date("2026-11-29T04:00:00Z");
  expect(untils(now, "America/Los_Angeles")).toEqual([
    ["Tomorrow", "2026-11-29T17:00:00.000Z"],
    ["Monday", "2026-11-30T17:00:00.000Z"],
    ["In a week", "2026-12-05T17:00:00.000Z"],
  ]);
});

test("a form names a time zone; what is none, or named by no script, is UTC", () => {
  const parse = (zone: unknown) => v.parse(timeZoneSchema, zone);
  for (const zone of ["Europe/Berlin", "America/Argentina/ComodRivadavia", "UTC"])
    expect(parse(zone)).toBe(zone);
  for (const zone of [null, "", "Mars/Olympus", "\0", "Europe/Berlin\n", "x".repeat(100_000), 3])
    expect(parse(zone)).toBe("UTC");
});
