import { expect, test } from "vitest";
import { initialsOf } from "./initials";

test.each([
  ["Ada Berg", "AB"],
  ["Ada Maria van Berg", "AB"],
  ["rosa", "R"],
  ["rosa@label.example", "R"],
  ["  Øyvind   Ål ", "ØÅ"],
  ["🎧 Desk", "🎧D"],
  ["", ""],
])("%s is shown as %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
