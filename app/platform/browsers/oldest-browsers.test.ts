import { expect, test } from "vitest";
import { saysItIsTooOld } from "./oldest-browsers";

const ANDROID = "Mozilla/5.0 (Linux; Android 9) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS";
const SAFARI = "like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1";

test.each([
  ["Chrome 89", `${ANDROID} Chrome/89.0.4389.105 Mobile Safari/537.36`, true],
  ["Chrome 90", `${ANDROID} Chrome/90.0.4430.91 Mobile Safari/537.36`, false],
  ["Chrome 141", `${ANDROID} Chrome/141.0.0.0 Mobile Safari/537.36`, false],
  ["Samsung Internet 14", `${ANDROID} SamsungBrowser/14.2 Chrome/87.0.4280.141 Safari`, true],
  ["Samsung Internet 15", `${ANDROID} SamsungBrowser/15.0 Chrome/90.0.4430.210 Safari`, false],
  ["Firefox 89", "Mozilla/5.0 (X11; Linux x86_64; rv:89.0) Gecko/20100101 Firefox/89.0", true],
  ["Firefox 90", "Mozilla/5.0 (X11; Linux x86_64; rv:90.0) Gecko/20100101 Firefox/90.0", false],
  ["Safari on iOS 14", `${IPHONE} 14_8_1 ${SAFARI}`, true],
  ["Safari on iOS 15", `${IPHONE} 15_0 ${SAFARI}`, false],
  ["Safari on iOS 18", `${IPHONE} 18_1 ${SAFARI}`, false],
  ["a browser without a version", "Mozilla/5.0", false],
  ["a very long name", `${"x".repeat(10_000)} Chrome/12.0`, false],
])("%s is judged by what it says", (_, userAgent, isTooOld) => {
  expect(saysItIsTooOld(userAgent)).toBe(isTooOld);
});

test("a browser that says nothing gets the scripts, with their guard", () => {
  expect(saysItIsTooOld(null)).toBe(false);
});
