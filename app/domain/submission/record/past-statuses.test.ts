import { expect, test } from "vitest";
import { rejectionReason, withoutUndone } from "./past-statuses";

const at = "2026-11-23T12:00:00.000Z";

test("decisions that were undone are left out, and so is their undoing", () => {
  const rejection = { status: "rejected", at, reason: "Too loud" };
  const history = [
    { status: "pending", at },
    { status: "approved", at },
    { status: "pending", at, undone: "approved" },
    rejection,
    { status: "live", at },
    { ...rejection, undone: "live" },
  ];
  expect(withoutUndone(history)).toEqual([{ status: "pending", at }, rejection]);
  expect(rejectionReason(withoutUndone(history))).toBe("Too loud");
  expect(withoutUndone([])).toEqual([]);
});
