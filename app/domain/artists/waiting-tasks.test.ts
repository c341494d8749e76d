import { expect, test } from "vitest";
import type { ReleaseState } from "~/domain/submission/record/pending-actions";
import { TEMPLATE_VERSION } from "./agreement/terms";
import { waitingTasks } from "./waiting-tasks";

type Facts = Parameters<typeof waitingTasks>[0];

const tasks = (facts: Partial<Facts>) =>
  waitingTasks({ signedVersion: TEMPLATE_VERSION, releases: [], drafts: [], ...facts });
const release = (changes: Partial<ReleaseState>) => ({
  submissionId: "S",
  id: "4711",
  title: "Tide",
  state: {
    ...{ status: "in progress", changesAskedAt: null, answer: undefined },
    ...{ isReplaced: false, hasSigned: true },
    ...{ details: "sent" as const, hasRightsGaps: false, shares: [] },
    ...changes,
  },
});

test("who has signed today's agreement and has nothing open is asked for nothing", () => {
  expect(tasks({ releases: [release({ shares: ["me", "waiting", "confirmed"] })] })).toEqual([]);
});

test("an agreement that was never signed, or in an older version, is asked for once", () => {
  const unsigned = release({ hasSigned: false });
  expect(tasks({ signedVersion: undefined, releases: [unsigned, unsigned] })).toEqual([
    { text: "Sign your artist agreement", to: "/dashboard?tab=1" },
  ]);
  expect(tasks({ signedVersion: "2020-01" })).toEqual([
    { text: "Sign the new version of your agreement", to: "/dashboard?tab=1" },
  ]);
});

test("what releases wait for comes with its links, and what staff do is not in it", () => {
  const open = release({ details: "missing", shares: ["me", "unasked"] });
  const pending = release({ status: "pending" });
  expect(tasks({ releases: [open, pending] })).toEqual([
    { text: "Complete the details of Tide", to: "/release-details/4711" },
    {
      text: "Ask the songwriters of Tide to confirm their shares",
      to: "/release-details/4711/splits",
    },
  ]);
});

test("changes that were asked for wait until a draft with them is begun", () => {
  const asked = release({ status: "pending", changesAskedAt: "2026-11-28T10:00:00.000Z" });
  expect(tasks({ releases: [asked] })).toEqual([
    { text: "Change what we asked for in Tide, and send it again", to: "/submission/4711" },
  ]);
  const draft = { releaseTitle: "Tide", isOpenHere: true, resendOf: "S" };
  expect(tasks({ releases: [asked], drafts: [draft] })).toEqual([
    { text: "Finish Tide, and send it", to: "/submit" },
  ]);
});

test("drafts come last; one of another device leads to its button", () => {
  const drafts = [
    { releaseTitle: "Ebb", isOpenHere: true, resendOf: null },
    { releaseTitle: "Flow", isOpenHere: false, resendOf: null },
  ];
  expect(tasks({ signedVersion: undefined, drafts }).map(({ to }) => to)).toEqual([
    "/dashboard?tab=1",
    "/submit",
    "#under-way",
  ]);
});
