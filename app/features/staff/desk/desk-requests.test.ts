import { expect, test } from "vitest";
import { changesOnlyTheView } from "./desk-requests";

const ENTRY = "/staff/submissions/S1?view=all";
const changes = (from: string, to: string, formMethod?: "POST") =>
  changesOnlyTheView({
    currentUrl: new URL(from, "https://label.example"),
    nextUrl: new URL(to, "https://label.example"),
    ...(formMethod && { formMethod }),
  });

test.each([
  ["tab", `${ENTRY}&tab=files`],
  ["open decision", `${ENTRY}&decide=rejected`],
  ["place in the queue", `${ENTRY}&at=2026-11-23~S1`],
])("another %s loads nothing", (_, to) => {
  expect([changes(ENTRY, to), changes(to, ENTRY)]).toEqual([true, true]);
});

test.each([
  ["another list", "/staff/submissions/S1?view=waiting"],
  ["the same address again", ENTRY],
])("%s is loaded", (_, to) => {
  expect(changes(ENTRY, to)).toBe(false);
});

test("what was posted is loaded", () => {
  expect(changes(ENTRY, `${ENTRY}&tab=files`, "POST")).toBe(false);
});
