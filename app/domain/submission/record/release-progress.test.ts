import { expect, test } from "vitest";
import { submissionStatuses } from "~/reference/statuses";
import { type ProgressFacts, releaseProgress, stagesInWords } from "./release-progress";

const now = new Date("2026-11-30T10:00:00Z");
const pending: ProgressFacts = {
  ...{ status: "pending", changesAskedAt: null, answer: undefined },
  ...{ isReplaced: false, hasSigned: false, releaseDate: "2027-01-15" },
  ...{ createdAt: "2026-11-27T10:00:00.000Z", replyDueAt: "2026-12-11T10:00:00.000Z" },
  statusAt: "2026-11-27T10:00:00.000Z",
  deliveryWeeks: 4,
};
const SIGNS = { done: "x", next: "o", ahead: ".", no: "!" };

/** The line as signs, and the next date. */
function told(facts: Partial<ProgressFacts>): string {
  const { stages, next } = releaseProgress({ ...pending, ...facts }, now);
  const line = stages.map(({ state }) => SIGNS[state]).join("");
  return `${line} ${next.what} ${next.when}`.trim();
}

test.each<[string, Partial<ProgressFacts>, string]>([
  ["sent", {}, "xo... Next: our reply by Dec 11"],
  [
    "sent, and we are late",
    { replyDueAt: "2026-11-26T10:00:00.000Z" },
    "xo... Next: our reply was due by Nov 26. We're sorry",
  ],
  [
    "asked for changes",
    { changesAskedAt: "2026-11-29T10:00:00.000Z" },
    "xo... Next: your changes by Dec 4",
  ],
  [
    "asked for changes too late for its date",
    { changesAskedAt: "2026-11-29T10:00:00.000Z", releaseDate: "2026-12-20" },
    "xo... Next: your changes",
  ],
  ["in progress", { status: "In Progress" }, "xxo.. Next: your agreement by Dec 18"],
  [
    "in progress and signed",
    { status: "in progress", hasSigned: true },
    "xxxo. Next: delivery to the stores by Dec 18",
  ],
  [
    "processing",
    { status: "processing", hasSigned: true },
    "xxxo. Next: delivery to the stores by Dec 18",
  ],
  ["approved and unsigned", { status: "approved" }, "xxo.. Next: your agreement by Dec 18"],
  ["approved", { status: "approved", hasSigned: true }, "xxxxo Next: out January 15, 2027"],
  ["live", { status: "live", releaseDate: "2026-09-25" }, "xxxxx Out since Sep 25"],
  ["active, before its day", { status: "active" }, "xxxxx Out"],
  ["rejected", { status: "rejected" }, "x!... A no but you can send it again, Nov 27"],
  [
    "rejected for now",
    { status: "rejected", answer: "later" },
    "x!... Not yet but you can send it again, Nov 27",
  ],
  [
    "rejected for good",
    { status: "rejected", answer: "final" },
    "x!... A final no with its reason, Nov 27",
  ],
  ["failed", { status: "failed" }, "xxx!. It could not come out we wrote to you why"],
  ["replaced", { status: "rejected", isReplaced: true }, "x!... You sent a new version"],
  ["in a status of the board", { status: "elsewhere" }, "xo... Next: our reply by Dec 11"],
  [
    "early, so that nothing has a day before our reply",
    { status: "in progress", releaseDate: "2026-12-20" },
    "xxo.. Next: your agreement",
  ],
  ["of no date", { status: "in progress", releaseDate: "" }, "xxo.. Next: your agreement"],
])("the way of a release that is %s", (_, facts, expected) => {
  expect(told(facts)).toBe(expected);
});

test("every status has a line of five stages, and none comes after one that is to come", () => {
  for (const status of submissionStatuses)
    expect(told({ status, hasSigned: true })).toMatch(/^x+(?:[o!]\.*)? /);
});

test("mails have the line in words", () => {
  const { stages } = releaseProgress(pending, now);
  expect(stagesInWords(stages)).toEqual([
    ["Received", "done"],
    ["Listened to", "next, by December 11, 2026"],
    ["Agreed", "later, by December 18, 2026"],
    ["Delivered", "later, by December 18, 2026"],
    ["Out", "later, January 15, 2027"],
  ]);
  const refused = releaseProgress({ ...pending, status: "rejected" }, now).stages;
  expect(stagesInWords(refused).slice(1, 3)).toEqual([
    ["Listened to", "no"],
    ["Agreed", "later"],
  ]);
});
