import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizedAddress } from "./normalized-address";

const SITE = "https://submit.example.com";
const path = (address: string) => normalizedAddress(SITE + address)?.slice(SITE.length);

test.each([
  ["/i/abc%E2%80%8B", "/i/abc"],
  ["/i/abc%EF%BB%BF%C2%AD", "/i/abc"],
  ["/submit/continue/%E2%80%8Eabc.data?_routes=a", "/submit/continue/abc.data?_routes=a"],
  ["/api/invitation/validate/a%E2%81%A0bc", "/api/invitation/validate/abc"],
  ["/staff?q=No%E2%80%8Bor&kind=waiting", "/staff?q=Noor&kind=waiting"],
  ["/staff?q=Beyonce%CC%81+live", "/staff?q=Beyonc%C3%A9%20live"],
  ["/staff?q=%E3%85%A4", "/staff?q="],
])("%s is taken for %s", (given, taken) => {
  expect(path(given)).toBe(taken);
});

test.each([
  "/",
  "/staff?q=a+b%20c&at=1~2",
  "/staff?q=%C3%A9",
  "/staff?q=%F0%9F%91%A9%E2%80%8D%F0%9F%8E%A4",
  "/files/id/e%CC%81%E2%80%8B.wav",
  "/%E2%80%8B/evil.example",
  "/a/%E2%80%8B../b",
  "/%FF/x?y=%FF",
  "/%CC%81??",
  "/%CC%81?",
])("%s stays as it is", (address) => {
  expect(path(address)).toBeUndefined();
});

test("a redirect always stays on this site, and is stable", () => {
  const piece = fc.constantFrom(
    ..."/.?&=+a\\@:%",
    "%E2%80%8B",
    "%2F",
    "%5C",
    "%CC%81",
    "//",
    "%FF",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const address = `${SITE}/${pieces.join("")}`;
      const before = new URL(address);
      const after = new URL(normalizedAddress(address) ?? address);
      expect(after.origin).toBe(SITE);
      expect(after.pathname.startsWith("//")).toBe(before.pathname.startsWith("//"));
      expect(normalizedAddress(after.href)).toBeUndefined();
    }),
  );
});
