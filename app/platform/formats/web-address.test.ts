import { expect, test } from "vitest";
import { webAddress } from "./web-address";

test.each([
  ["sigridvale.com", "https://sigridvale.com/"],
  ["http://sigridvale.com/music", "http://sigridvale.com/music"],
  [" HTTPS://Sigridvale.com ", "https://sigridvale.com/"],
  ["instagram.com/vale", "https://instagram.com/vale"],
])("%s leads to %s", (text, href) => {
  expect(webAddress(text)).toBe(href);
});

test.each([
  ["nothing", ""],
  ["a word", "vale"],
  ["words", "my page.com"],
  ["a script", "javascript:alert(1)//a.com"],
  ["a script behind a scheme of ours", "https://javascript:alert(1)"],
  ["data", "data:text/html,a.com"],
  ["an address that hides another", "https://instagram.com@evil.example"],
  ["a file", "file:///etc/passwd"],
])("%s leads nowhere", (_, text) => {
  expect(webAddress(text)).toBeUndefined();
});
