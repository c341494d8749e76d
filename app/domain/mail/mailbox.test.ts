import { expect, test } from "vitest";
import { addressKey, mailboxKey, maskedAddress } from "./mailbox";

test.each([
  "ada@example.com",
  "ADA@Example.COM",
  " ada@example.com ",
  "ada@example.com.",
  '"ada"@example.com',
  '"a\\da"@example.com',
  "ａｄａ@example.com",
  "ada@ｅｘａｍｐｌｅ.com",
  "ada@example。com",
])("%j is one and the same address", (address) => {
  expect(addressKey(address)).toBe("ada@example.com");
  expect(mailboxKey(address)).toBe("ada@example.com");
});

test.each([
  ["ada+1@example.com", "ada@example.com"],
  ["ada+invoice+2@example.com", "ada@example.com"],
  ["a.d.a@gmail.com", "ada@gmail.com"],
  ["A.da+x@GoogleMail.com", "ada@gmail.com"],
  ["+ada@example.com", "+ada@example.com"],
  ["a.d.a@example.com", "a.d.a@example.com"],
])("%s leads to the mailbox %s", (address, mailbox) => {
  expect(mailboxKey(address)).toBe(mailbox);
});

test("a plus makes another address of the same mailbox, which is verified separately", () => {
  expect(addressKey("ada+1@example.com")).not.toBe(addressKey("ada@example.com"));
});

test("a domain of another script is the same as its ASCII form", () => {
  expect(mailboxKey("ada@müsik.example")).toBe(mailboxKey("ada@xn--msik-0ra.example"));
});

test("a masked address keeps its first letter and its domain only", () => {
  expect(maskedAddress("ada.quill@example.com")).toBe("a…@example.com");
});
