import { expect, test } from "vitest";
import { type Lock, lockedText } from "./sign-in-limits";

const now = new Date("2026-11-23T12:00:00Z");
const LOCKS: Lock[] = ["id-here", "address", "id-around", "around", "links"];

test.each(LOCKS)("%s: while email is off, nobody is promised a link", (lock) => {
  expect(lockedText(lock, 60, { mailIsOff: true, now })).not.toContain("link by email");
  expect(lockedText(lock, 60, { mailIsOff: true, now })).not.toContain("is sent");
  expect(lockedText(lock, 60, { mailIsOff: true, now })).toContain("Try again in");
});

test.each(LOCKS.slice(0, 4))("%s: the text says what works meanwhile", (lock) => {
  const text = lockedText(lock, 60, { mailIsOff: false, now });
  expect(text).toContain("The link by email below works at once.");
  expect(text).toContain("The code works at once from another network");
});

test("the text for too many links does not reveal whether an account exists", () => {
  expect(lockedText("links", 60, { mailIsOff: false, now })).toContain(
    "If this account has signed in from here before",
  );
});
