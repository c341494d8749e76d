import { expect, test } from "vitest";
import { mailNotice } from "./mail-notice";

const to = { to: "ada@example.com", found: "your submission" };
const toNobody = { to: undefined, found: "you" };

test("a mail that goes out is told of as on its way, and nothing else is", () => {
  expect(mailNotice({ sendsMail: true, mailHeld: false }, to)).toBe(
    "An email confirmation is on its way to ada@example.com.",
  );
  expect(mailNotice({ sendsMail: true, mailHeld: false }, toNobody)).toBe(
    "An email confirmation is on its way to you.",
  );
  for (const mailHeld of [false, true])
    for (const about of [to, toNobody]) {
      const words = mailNotice({ sendsMail: false, mailHeld }, about);
      expect(words).not.toContain("on its way");
      expect(words).toContain("Make a note of your reference");
    }
});

test("that none comes is said in plain words, with the way to have them again", () => {
  const words = mailNotice({ sendsMail: false, mailHeld: true }, to);
  expect(words).toContain("No email confirmation goes to ada@example.com just now");
  expect(words).toContain("To get them again");
  expect(mailNotice({ sendsMail: false, mailHeld: false }, to)).toBe(
    "Make a note of your reference: it's how we find your submission.",
  );
});
