import { expect, test } from "vitest";
import { deviceName } from "./device";

test.each([
  ["Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0", "Firefox on Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
    "Safari on an iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36 Edg/126.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36",
    "Chrome on a Mac",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64)", "A browser on Linux"],
  ["<script>alert(1)</script>", "An unknown browser"],
  ["<b>Firefox/1</b> Android", "Firefox on Android"],
  ["", "An unknown browser"],
  [null, "An unknown browser"],
])("%s is called %s", (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
