import { expect, test } from "vitest";
import { TEMPLATE_VERSION } from "./agreement/terms";
import { type WaitingFacts, type WaitingRelease, waitingTasks } from "./waiting-tasks";

const texts = (facts: Partial<WaitingFacts>) =>
  waitingTasks({ signedVersion: TEMPLATE_VERSION, releases: [], drafts: [], ...facts }).map(
    ({ text }) => text,
  );
const release = (changes: Partial<WaitingRelease>): WaitingRelease => ({
  id: "S",
  title: "Tide",
  status: "in progress",
  hasSentDetails: true,
  shares: [],
  isResent: false,
  ...changes,
});

test("who has signed today's agreement and has nothing open is asked for nothing", () => {
  expect(texts({ releases: [release({ shares: ["me", "waiting", "confirmed"] })] })).toEqual([]);
});

test("an agreement that was never signed, or in an older version, is asked for", () => {
  expect(texts({ signedVersion: undefined })).toEqual(["Sign your artist agreement"]);
  expect(texts({ signedVersion: "2020-01" })).toEqual(["Sign the new version of your agreement"]);
});

test("details that were not sent and shares that nobody was asked about wait, each with its link", () => {
  const open = release({ hasSentDetails: false, shares: ["me", "unasked"] });
  expect(waitingTasks({ signedVersion: TEMPLATE_VERSION, releases: [open], drafts: [] })).toEqual([
    { text: "Complete the details of Tide", to: "/release-details/S" },
    {
      text: "Ask the songwriters of Tide to confirm their shares",
      to: "/release-details/S/splits",
    },
  ]);
});

test("a disputed share comes before shares that nobody was asked about", () => {
  expect(texts({ releases: [release({ shares: ["unasked", "disputed"] })] })).toEqual([
    "Settle the disputed share of Tide",
  ]);
});

test("a rejected release waits until a corrected version of it is begun", () => {
  const rejected = release({ status: "rejected", hasSentDetails: false, title: " " });
  expect(texts({ releases: [rejected] })).toEqual([
    "See why Untitled Release was not approved, fix it, and send it again",
  ]);
  expect(texts({ releases: [{ ...rejected, isResent: true }] })).toEqual([]);
});

test("drafts come last; one of another device leads to its button", () => {
  const drafts = [
    { releaseTitle: "Ebb", isOpenHere: true },
    { releaseTitle: "Flow", isOpenHere: false },
  ];
  expect(
    waitingTasks({ signedVersion: undefined, releases: [], drafts }).map(({ to }) => to),
  ).toEqual(["/dashboard?tab=1", "/submit", "#under-way"]);
});
