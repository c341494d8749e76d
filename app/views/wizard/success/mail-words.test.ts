import { expect, test } from "vitest";
import { mailWords } from "./mail-words";

const to = { to: "ada@example.com", found: "your submission" };
const toNobody = { to: undefined, found: "you" };

test("a mail that goes out is told of as on its way, and nothing else is", () => {
  expect(mailWords({ sendsMail: true }, to)).toBe(
    "An email confirmation is on its way to ada@example.com.",
  );
  expect(mailWords({ sendsMail: true }, toNobody)).toBe(
    "An email confirmation is on its way to you.",
  );
  for (const noMail of ["later", "stopped", "not", undefined] as const)
    for (const about of [to, toNobody]) {
      const words = mailWords({ sendsMail: false, noMail }, about);
      expect(words).not.toContain("on its way");
      expect(words).toContain("Make a note of your reference");
    }
});

test("why none comes is said in plain words, with the way to have them again", () => {
  expect(mailWords({ sendsMail: false, noMail: "later" }, to)).toContain("follows later");
  const stopped = mailWords({ sendsMail: false, noMail: "stopped" }, to);
  expect(stopped).toContain("No email confirmation comes");
  expect(stopped).toContain("To get them again");
});
