import { expect, test } from "vitest";
import { isCleanUpDue, staleBefore } from "./session";

const now = new Date("2026-11-21T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const MINUTE = 60_000;

test("a session is stale after 30 minutes", () => {
  expect(staleBefore(now)).toEqual(new Date("2026-11-21T11:30:00Z"));
});

test("sessions are cleaned every 5 minutes", () => {
  expect(isCleanUpDue(undefined, now)).toBe(true);
  expect(isCleanUpDue(ago(5 * MINUTE - 1), now)).toBe(false);
  expect(isCleanUpDue(ago(5 * MINUTE), now)).toBe(true);
});
