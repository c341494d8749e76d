import { expect, test } from "vitest";
import { dueText } from "./due-text";

test.each([
  [3, false, "Due in 3 days"],
  [1, false, "Due tomorrow"],
  [0, false, "Due today"],
  [0, true, "Overdue today"],
  [-1, true, "Overdue by 1 day"],
  [-2, true, "Overdue by 2 days"],
] as const)("%i days left, overdue %s: %s", (daysLeft, overdue, text) => {
  expect(dueText(daysLeft, overdue)).toBe(text);
});
