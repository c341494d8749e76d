import { expect, test } from "vitest";
import type { ReleaseState } from "~/domain/submission/record/pending-actions";
import { dayInZone } from "~/platform/formats/time-zone";
import { submissionStatuses } from "~/reference/statuses";
import { dueDates, stillDue } from "./due-dates";

const ready: ReleaseState = {
  ...{ status: "approved", changesAskedAt: null, answer: undefined, isReplaced: false },
  ...{ hasSigned: true, details: "sent", hasRightsGaps: false, shares: [] },
};

const DATES = { releaseDate: "2027-03-12", replyDueAt: "2026-12-11T23:30:00.000Z" };

function due(state: Partial<ReleaseState>, timeZone = "UTC", deliveryWeeks = 4): string[] {
  const rules = { deliveryWeeks, dayOf: (time: Date) => dayInZone(time, timeZone) };
  const release = { ...DATES, state: { ...ready, ...state } };
  return dueDates(release, rules).map(({ kind, day }) => `${day} ${kind}`);
}

test.each<[string, Partial<ReleaseState>, string[]]>([
  ["sent waits for our reply", { status: "pending" }, ["2026-12-11 reply"]],
  [
    "to be changed leaves time to reply before its delivery",
    { status: "pending", changesAskedAt: "2026-11-30T10:00:00Z" },
    ["2027-01-29 changes"],
  ],
  [
    "in progress needs agreement, details and shares by its delivery, once each",
    { status: "in progress", hasSigned: false, details: "missing", shares: ["waiting", "unasked"] },
    [
      ...["2027-02-12 agreement", "2027-02-12 details", "2027-02-12 delivery"],
      ...["2027-02-26 clips", "2027-03-05 pitch", "2027-03-12 release"],
    ],
  ],
  [
    "that is live is delivered",
    { status: "live" },
    ["2027-02-26 clips", "2027-03-05 pitch", "2027-03-12 release"],
  ],
  ["rejected has no dates", { status: "rejected" }, []],
  ["replaced has no dates", { status: "in progress", isReplaced: true }, []],
])("a release %s", (_, state, dates) => {
  expect(due(state)).toEqual(dates);
});

test("the weeks before delivery are the setting's", () => {
  expect(due({ status: "in progress" }, "UTC", 6)).toContain("2027-01-29 delivery");
});

test.each([
  ["Europe/Berlin", "2026-12-12"],
  ["America/Los_Angeles", "2026-12-11"],
])("in %s a reply is due on the day there", (zone, day) => {
  expect(due({ status: "pending" }, zone)).toEqual([`${day} reply`]);
});

test.each(submissionStatuses)(
  "a release without a date has no day but of our reply: %s",
  (status) => {
    const state = { ...ready, status, hasSigned: false, details: "missing" as const };
    const rules = { deliveryWeeks: 4, dayOf: (time: Date) => dayInZone(time, "UTC") };
    const dates = dueDates({ ...DATES, releaseDate: "", state }, rules);
    expect(dates.filter(({ kind }) => kind !== "reply")).toEqual([]);
  },
);

test.each([
  ["2027-03-05", ["delivery", "pitch", "release"]],
  ["2027-03-06", ["delivery", "release"]],
  ["2027-03-13", ["delivery"]],
])("on %s what somebody has yet to do is still due; what passes is not", (today, kinds) => {
  const rules = { deliveryWeeks: 4, dayOf: (time: Date) => dayInZone(time, "UTC") };
  const release = { ...DATES, state: { ...ready, status: "approved" } };
  expect(stillDue(release, rules, today).map(({ kind }) => kind)).toEqual(kinds);
});
