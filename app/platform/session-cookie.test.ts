import { expect, test } from "vitest";
import { chosenCookie, hasChosen, NOTICE_SEEN, unchosenCookie } from "./session-cookie";

const HTTPS = "https://submit.example.com/submit/artist";

function visit(cookie?: string): Request {
  return new Request(HTTPS, { headers: cookie === undefined ? {} : { Cookie: cookie } });
}

test.each([
  ["beta-notice=seen", true],
  ["draft=abc; beta-notice=seen; other=1", true],
  ["draft=abc;beta-notice=seen", true],
  [undefined, false],
  ["", false],
  ["beta-notice=", false],
  ["beta-notice=unseen", false],
  ["xbeta-notice=seen", false],
  ["beta-notice=seen-not", false],
  ["a=%ZZ; ;=; beta-notice", false],
])("the cookies %j mean that the notice was seen: %s", (cookie, seen) => {
  expect(hasChosen(visit(cookie), NOTICE_SEEN)).toBe(seen);
});

test("a choice ends with the browser session, and a cookie set over HTTPS is Secure", () => {
  const cookie = chosenCookie(NOTICE_SEEN, HTTPS);
  expect(cookie).toBe("beta-notice=seen; Path=/; SameSite=Lax; Secure");
  expect(cookie).not.toMatch(/max-age|expires/i);
  expect(chosenCookie(NOTICE_SEEN, "http://localhost:8788/")).not.toContain("Secure");
});

test("a choice that was taken back is gone", () => {
  const cookie = unchosenCookie(NOTICE_SEEN, HTTPS);
  expect(cookie).toMatch(/^beta-notice=; Max-Age=0;/);
  expect(hasChosen(visit(cookie), NOTICE_SEEN)).toBe(false);
});
