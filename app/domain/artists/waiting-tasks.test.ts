import { expect, test } from "vitest";
import type { ReleaseState } from "~/domain/submission/record/pending-actions";
import { TEMPLATE_VERSION } from "./agreement/terms";
import { waitingItems } from "./waiting-tasks";

type Facts = Parameters<typeof waitingItems>[0];

const now = new Date("2026-11-30T10:00:00Z");
const none: Facts = {
  ...{ signedVersion: TEMPLATE_VERSION, releases: [], drafts: [], missingInProfile: [] },
  deliveryWeeks: 4,
};
const waiting = (facts: Partial<Facts>) => waitingItems({ ...none, ...facts }, now);
/** Kind, day and page of each. */
const rows = (facts: Partial<Facts>) =>
  waiting(facts).map(({ kind, due, to }) => [kind, due, to].filter(Boolean).join(" "));

const release = (
  changes: Partial<ReleaseState>,
  fields: Partial<Facts["releases"][number]> = {},
) => ({
  ...{ submissionId: "S", id: "4711", title: "Tide", releaseDate: "2027-01-15" },
  ...{ said: undefined, disputes: [] },
  state: {
    ...{ status: "in progress", changesAskedAt: null, answer: undefined },
    ...{ isReplaced: false, hasSigned: true },
    ...{ details: "sent" as const, hasRightsGaps: false, shares: [] },
    ...changes,
  },
  ...fields,
});
const draft = (fields: Partial<Facts["drafts"][number]>) => ({
  ...{ id: "D", releaseTitle: "Ebb", releaseType: "ep", artworkUrl: null, isOpenHere: true },
  ...{ updatedAt: "2026-11-29T10:00:00.000Z", expiresAt: "2026-12-13T10:00:00.000Z" },
  ...{ resendOf: null, ...fields },
});
const asked = { status: "pending", changesAskedAt: "2026-11-27T10:00:00.000Z" };

test("who has signed today's agreement and has nothing open is asked for nothing", () => {
  expect(rows({ releases: [release({ shares: ["me", "waiting", "confirmed"] })] })).toEqual([]);
  expect(rows({ releases: [release({ status: "rejected", answer: "final" })] })).toEqual([]);
});

test.each<[string, Partial<ReleaseState>, string[]]>([
  // Our answer takes ten business days, and stores have it four weeks ahead.
  ["changes that staff asked for", asked, ["Changes wanted 2026-12-04 /submission/4711"]],
  [
    "a rejection that can be mended",
    { status: "rejected" },
    ["Can be sent again /submission/4711"],
  ],
  [
    "open rights",
    { hasRightsGaps: true },
    ["Rights questions open 2026-12-18 /release-details/4711"],
  ],
  [
    "a disputed share",
    { shares: ["disputed"] },
    ["Share disputed 2026-12-18 /release-details/4711/splits"],
  ],
  ["the agreement", { hasSigned: false }, ["Agreement not signed 2026-12-18 /dashboard?tab=1"]],
  ["missing details", { details: "missing" }, ["Details missing 2026-12-18 /release-details/4711"]],
  [
    "songwriters who were not asked",
    { shares: ["unasked"] },
    ["Songwriters not asked 2026-12-18 /release-details/4711/splits"],
  ],
  [
    "all at once, what blocks most first",
    { hasSigned: false, details: "changed", hasRightsGaps: true, shares: ["disputed"] },
    [
      "Rights questions open 2026-12-18 /release-details/4711",
      "Share disputed 2026-12-18 /release-details/4711/splits",
      "Agreement not signed 2026-12-18 /dashboard?tab=1",
      "Details changed, not sent 2026-12-18 /release-details/4711",
    ],
  ],
])("a release waits for %s, with its day", (_, state, expected) => {
  expect(rows({ releases: [release(state)] })).toEqual(expected);
});

test("the release that comes out first comes first, also if its day is over, which is not told", () => {
  const soon = release({ details: "missing" }, { id: "1", releaseDate: "2027-01-08" });
  const late = release({ details: "missing" }, { id: "2", releaseDate: "2026-12-10" });
  const open = release({ hasRightsGaps: true }, { id: "3" });
  expect(rows({ releases: [late, open, soon] })).toEqual([
    "Details missing /release-details/2",
    "Details missing 2026-12-11 /release-details/1",
    "Rights questions open 2026-12-18 /release-details/3",
  ]);
});

test("an agreement that was never signed, or in an older version, is asked for once", () => {
  const unsigned = release({ hasSigned: false });
  expect(rows({ signedVersion: undefined, releases: [unsigned, unsigned] })).toEqual([
    "Agreement not signed 2026-12-18 /dashboard?tab=1",
  ]);
  expect(waiting({ signedVersion: undefined })).toMatchObject([
    { text: "Sign your artist agreement", due: "" },
  ]);
  expect(waiting({ signedVersion: "2020-01" })).toMatchObject([
    { text: "Sign the new version of your agreement", to: "/dashboard?tab=1" },
  ]);
});

test("what staff and songwriters wrote stands with it, and 'Fix it' opens the release", () => {
  const said = { text: "The cover shows a logo.", at: "2026-11-27T10:00:00.000Z" };
  expect(waiting({ releases: [release(asked, { said })] })).toMatchObject([
    {
      ...{ words: ["The cover shows a logo."], note: "November 27, 2026", isUrgent: true },
      ...{ button: "Fix it", post: { name: "intent", value: "send-again" } },
      release: { id: "4711", title: "Tide" },
    },
  ]);
  const disputes = ["Ola Brandt: We said half."];
  const disputed = release({ shares: ["disputed"] }, { disputes, said });
  expect(waiting({ releases: [disputed] })).toMatchObject([{ words: disputes, isUrgent: true }]);
});

test("a correction that is begun is told of once, by its release; one of a final no not at all", () => {
  const begun = draft({ resendOf: "S" });
  expect(rows({ releases: [release(asked)], drafts: [begun] })).toEqual([
    "Changes wanted 2026-12-04 /submission/4711",
  ]);
  const final = release({ status: "rejected", answer: "final" });
  expect(rows({ releases: [final], drafts: [begun] })).toEqual([]);
  expect(rows({ drafts: [begun] })).toEqual(["Not sent yet /submit"]);
});

test("drafts come after releases, and the profile last", () => {
  const items = waiting({
    ...{ releases: [release({ status: "rejected" })], missingInProfile: ["your own name"] },
    drafts: [draft({}), draft({ id: "D2", isOpenHere: false })],
  });
  expect(items.map(({ to, post }) => [to, post?.value])).toEqual([
    ["/submission/4711", "send-again"],
    ["/submit", undefined],
    ["/dashboard/continue", "D2"],
    ["/edit-profile", undefined],
  ]);
  expect(items.map(({ note }) => note).slice(1)).toEqual([
    "Kept until December 13, 2026 if nothing changes.",
    "Begun, but not open in this browser. Kept until December 13, 2026 if nothing changes.",
    "Missing: your own name.",
  ]);
});
