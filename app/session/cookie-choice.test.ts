import { expect, test } from "vitest";
import { canMeasure, cookieChoiceHeader, cookieChoiceOf } from "./cookie-choice";

const withCookie = (cookie?: string) =>
  new Request("https://label.example/", cookie ? { headers: { Cookie: cookie } } : {});

test.each([
  [undefined, undefined, false],
  ["cookie-choice=accepted", "accepted", true],
  ["draft=x; cookie-choice=accepted; beta-notice=seen", "accepted", true],
  ["cookie-choice=refused", "refused", false],
  ["cookie-choice=", undefined, false],
  ["cookie-choice=yes", undefined, false],
  ["cookie-choice=acceptedly", undefined, false],
  ["other-cookie-choice=accepted", undefined, false],
])("of the cookies %s the choice is %s: measured %s", (cookie, choice, isMeasured) => {
  expect(cookieChoiceOf(withCookie(cookie))).toBe(choice);
  expect(canMeasure(withCookie(cookie))).toBe(isMeasured);
});

test("either answer is stored for half a year, for this site only, and hidden from scripts", () => {
  for (const choice of ["accepted", "refused"] as const) {
    const cookie = cookieChoiceHeader(choice, "https://label.example/faq");
    expect(cookie).toBe(
      `cookie-choice=${choice}; Path=/; Max-Age=15724800; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(cookieChoiceOf(withCookie(cookie))).toBe(choice);
  }
  expect(cookieChoiceHeader("refused", "http://localhost:8788/")).not.toContain("Secure");
});
