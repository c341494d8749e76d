import { expect, test } from "vitest";
import { isEmailAddress } from "./email-address";

test.each([
  "a@b.co",
  "sigrid.vale+demo@mail.example.com",
  "o'brien@example.ie",
  "A_B-c@EXAMPLE.COM",
  "1@2.io",
  "x@xn--mnchen-3ya.de",
  "x@münchen.de",
  "x@भारत.भारत",
  "!#$%&*+/=?^_`{|}~-@example.com",
  `${"a".repeat(64)}@example.com`,
])("%s is an e-mail address", (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  "a@b.co>",
  "<a@b.co>",
  "a@b.co,",
  "a@b.co;c@d.co",
  "a@b.co c@d.co",
  "Ada <a@b.co>",
  "mailto:a@b.co",
  "a@b.co\u200b",
  "a@b.co.",
  "a@b..co",
  "a@.b.co",
  "a@-b.co",
  "a@b-.co",
  "a@b",
  "a@b.c",
  "a@127.0.0.1",
  "a@[127.0.0.1]",
  "a@b_c.co",
  "a@b@c.co",
  ".a@b.co",
  "a.@b.co",
  "a..b@b.co",
  '"a b"@b.co',
  "a(b)@b.co",
  "a\\b@b.co",
  "a@b.co\r\nBcc: c@d.co",
  "ä@b.co",
  "@b.co",
  "a@",
  "a",
  "",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(64)}.com`,
  `a@${"b.".repeat(130)}com`,
])("%j is none", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
