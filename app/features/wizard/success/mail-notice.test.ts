import { expect, test } from "vitest";
import { mailNotice } from "./mail-notice";

const to = { to: "ada@example.com", found: "your submission" };
const toNobody = { to: undefined, found: "you" };

test("only a mail that is sent is announced as on its way", () => {
  expect(mailNotice({ sendsMail: true, mailHeld: false }, to)).toBe(
    "An email confirmation is on its way to ada@example.com.",
  );
  expect(mailNotice({ sendsMail: true, mailHeld: false }, toNobody)).toBe(
    "An email confirmation is on its way to you.",
  );
  for (const mailHeld of [false, true])
    for (const about of [to, toNobody]) {
      const text = mailNotice({ sendsMail: false, mailHeld }, about);
      expect(text).not.toContain("on its way");
      expect(text).toContain("Make a note of your reference");
    }
});

test("a mail that is not sent is explained, with how to receive mails again", () => {
  const text = mailNotice({ sendsMail: false, mailHeld: true }, to);
  expect(text).toContain("No email confirmation goes to ada@example.com just now");
  expect(text).toContain("To get them again");
  expect(mailNotice({ sendsMail: false, mailHeld: false }, to)).toBe(
    "Make a note of your reference: it's how we find your submission.",
  );
});
