import { expect, test } from "vitest";
import { sanitizeUserAgent } from "./reported-browser";

test.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 iPhone CPU iPhone OS 17_5 like Mac OS X AppleWebKit/605.1.15 KHTML like Gecko Version/17.5 Mobile/15E148 Safari/604.1",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; Zephyr X1 Build/UP1A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 Linux Android 14 AppleWebKit/537.36 KHTML like Gecko Chrome/131.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0",
    "Mozilla/5.0 Windows NT 10.0 Win64 x64 Gecko/20100101 Firefox/132.0",
  ],
  ["Ada Lovelace, 4477 0090 0123, Mozilla/Ada", null],
  ["<b>Ada</b>", null],
  ["", null],
])("%j is kept as %j", (userAgent, expectedBrowser) => {
  expect(sanitizeUserAgent(userAgent)).toBe(expectedBrowser);
});
