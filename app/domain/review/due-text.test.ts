import { expect, test } from "vitest";
import { dueShort, dueText } from "./due-text";

test.each([
  [3, false, "Due in 3 days", "3 d"],
  [1, false, "Due tomorrow", "1 d"],
  [0, false, "Due today", "today"],
  [0, true, "Overdue today", "late today"],
  [-1, true, "Overdue by 1 day", "1 d late"],
  [-2, true, "Overdue by 2 days", "2 d late"],
] as const)("%i days left, overdue %s: %s", (daysLeft, overdue, text, short) => {
  expect(dueText(daysLeft, overdue)).toBe(text);
  expect(dueShort(daysLeft, overdue)).toBe(short);
});
