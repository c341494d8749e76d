import { expect, test } from "vitest";
import { submissionStatuses } from "~/reference/statuses";
import {
  artistTasks,
  groupActions,
  type PendingAction,
  pendingActions,
  type ReleaseState,
} from "./pending-actions";

const complete: ReleaseState = {
  status: "in progress",
  changesAskedAt: null,
  answer: undefined,
  isReplaced: false,
  hasSigned: true,
  details: "sent",
  hasRightsGaps: false,
  shares: ["me", "confirmed"],
};
const asked = { status: "pending", changesAskedAt: "2026-11-28T10:00:00.000Z" };

test.each<[string, Partial<ReleaseState>, PendingAction[]]>([
  ["pending", { status: "Pending", details: "missing" }, ["review"]],
  ["pending with changes asked for", asked, ["make-changes"]],
  ["rejected for now", { status: "rejected", answer: "later" }, ["correct-rejected"]],
  ["rejected for good", { status: "Rejected", answer: "final", hasSigned: false }, []],
  ["rejected", { status: "Rejected", hasSigned: false }, ["correct-rejected"]],
  ["complete", {}, ["prepare"]],
  ["unsigned", { hasSigned: false }, ["sign-agreement"]],
  ["approved and unsigned", { status: "approved", hasSigned: false }, ["sign-agreement"]],
  ["without details", { details: "missing", hasRightsGaps: true }, ["complete-details"]],
  ["sent with a cover without licence", { hasRightsGaps: true }, ["prove-rights"]],
  ["changed since it was sent", { details: "changed" }, ["send-details"]],
  [
    "changed, with a rights question",
    { details: "changed", hasRightsGaps: true },
    ["prove-rights", "send-details"],
  ],
  ["with a disputed share", { shares: ["confirmed", "disputed"] }, ["settle-share"]],
  ["disputed before unasked", { shares: ["unasked", "disputed"] }, ["settle-share"]],
  ["with a songwriter to ask", { shares: ["me", "unasked"] }, ["ask-songwriters"]],
  ["with a link that ran out", { shares: ["expired"] }, ["ask-songwriters"]],
  ["waiting for a songwriter", { shares: ["waiting"] }, ["confirm-shares"]],
  [
    "with everything open",
    { hasSigned: false, details: "missing", shares: ["disputed", "waiting"] },
    ["sign-agreement", "complete-details", "settle-share", "confirm-shares"],
  ],
  ["processing", { status: "processing", details: "missing" }, []],
  ["live", { status: "live" }, []],
  ["failed", { status: "failed", hasSigned: false }, []],
])("a release that is %s waits for just that", (_, change, actions) => {
  expect(pendingActions({ ...complete, ...change })).toEqual(actions);
});

test.each(submissionStatuses)("a %s release with a newer version waits for nobody", (status) => {
  const open = { hasSigned: false, details: "missing", shares: ["disputed"] } as const;
  const { changesAskedAt } = asked;
  const state = { ...complete, ...open, status, changesAskedAt, isReplaced: true };
  expect(pendingActions(state)).toEqual([]);
});

test("no state waits twice for one thing, and what the artist is to do has a page", () => {
  for (const status of submissionStatuses)
    for (const details of ["missing", "changed", "sent"] as const)
      for (const share of ["me", "unasked", "waiting", "expired", "confirmed", "disputed"] as const)
        for (const bits of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const actions = pendingActions({
            ...{ status, details, shares: [share], answer: undefined, isReplaced: false },
            ...{ hasSigned: (bits & 1) > 0, hasRightsGaps: (bits & 2) > 0 },
            changesAskedAt: (bits & 4) > 0 ? asked.changesAskedAt : null,
          });
          expect(new Set(actions).size).toBe(actions.length);
          const artist = groupActions(actions).find(({ name }) => name === "The artist");
          const tasks = artistTasks(actions, { id: "a/b", title: " " });
          expect(tasks).toHaveLength(artist?.labels.length ?? 0);
          for (const { to } of tasks) expect(to).not.toContain("a/b");
        }
});

test("staff read who is waited for", () => {
  expect(groupActions(["complete-details", "confirm-shares", "settle-share"])).toEqual([
    { name: "The artist", labels: ["Details missing", "Share disputed"] },
    { name: "Songwriters", labels: ["Shares not confirmed"] },
  ]);
});
