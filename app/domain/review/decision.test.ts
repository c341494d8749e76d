import { expect, test } from "vitest";
import { schemaErrors } from "~/forms/schema-errors";
import {
  conflictText,
  decisionError,
  decisionSchema,
  MAX_REASON,
  parseItemVersion,
  serializeItemVersion,
  statusesFor,
} from "./decision";

const errors = (status: string, reason: string) => {
  const fieldErrors = schemaErrors(decisionSchema, { status, reason });
  return Object.fromEntries(Object.entries(fieldErrors).map(([name, { text }]) => [name, text]));
};

test("a rejection needs a reason, and nothing else does", () => {
  expect(errors("rejected", " \n ")).toEqual({ reason: expect.stringContaining("needs a reason") });
  expect(errors("rejected", "Too loud")).toEqual({});
  expect(errors("approved", "")).toEqual({});
});

test("an unknown status and a reason that is too long are refused", () => {
  expect(errors("exploded", "")).toEqual({ status: "Choose a status from the list." });
  expect(errors("live", "x".repeat(MAX_REASON + 1)).reason).toContain("at most 1500 characters");
});

test("an entry of the waiting list has no status that only a release can have, and none once it was invited", () => {
  const open = { kind: "waiting", status: "pending" } as const;
  expect(statusesFor("waiting")).toEqual(["pending", "approved", "rejected"]);
  for (const status of statusesFor("submission")) {
    const fits = statusesFor("waiting").includes(status);
    expect([status, decisionError(open, status)]).toEqual([status, fits ? undefined : "unfit"]);
    expect(decisionError({ ...open, status: "invited" }, status)).toBe("invited");
    expect(decisionError({ kind: "submission", status: "pending" }, status)).toBeUndefined();
  }
});

test("the displayed version of an entry is one form value", () => {
  expect(parseItemVersion(serializeItemVersion({ id: "01J-A_b", revision: 3 }))).toEqual({
    id: "01J-A_b",
    revision: 3,
  });
  for (const text of ["", "01J", ":3", "01J:x", "01J:3;DROP"])
    expect(parseItemVersion(text)).toBeUndefined();
});

test("the second to decide is told who decided what", () => {
  const at = "2026-11-23T12:00:00Z";
  expect(conflictText({ status: "Approved", by: "Ada Berg", at })).toMatch(
    /^Ada Berg has set this to Approved, 2026-11-23T12:00:00Z, while/,
  );
  expect(conflictText({ status: "Live", at })).toMatch(/^On the board this has been set/);
  const own = { status: "Approved", by: "Ada Berg", at, isOwn: true };
  expect(conflictText(own)).toMatch(
    /^You have set this to Approved, 2026-11-23T12:00:00Z, since you opened this page\. Nothing else/,
  );
});
