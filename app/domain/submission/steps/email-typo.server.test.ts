import { expect, test } from "vitest";
import { likelyEmail } from "./email-typo.server";

test.each([
  ["noor@gmial.com", "noor@gmail.com"],
  ["Noor@Gmai.com", "Noor@gmail.com"],
  ["noor@gmail.con", "noor@gmail.com"],
  ["noor@hotmial.com", "noor@hotmail.com"],
  ["noor@outlok.com", "noor@outlook.com"],
])("%s is asked about: was it %s?", (email, meant) => {
  expect(likelyEmail(email)?.toLowerCase()).toBe(meant.toLowerCase());
});

test.each([
  "noor@gmail.com",
  "noor@gmx.net",
  "noor@mac.com",
  "noor@web.de",
  "noor@yahoo.co.uk",
  "noor@proton.me",
  "noor@kassa.studio",
  "noor@label.example",
  "noor",
  "",
])("%j is not asked about", (email) => {
  expect(likelyEmail(email)).toBeUndefined();
});
