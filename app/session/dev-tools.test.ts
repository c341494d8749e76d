import { expect, test } from "vitest";
import { devToolsOf } from "./dev-tools";

const ENVIRONMENT = "local";
const off = { isEnabled: false, skipsValidation: false };
const open = { isEnabled: true, skipsValidation: true };

test.each([
  ["1", "http://localhost:8788/submit", open],
  ["1", "http://127.0.0.1:8788/submit", open],
  ["1", "http://[::1]:8788/submit", open],
  ["1", "http://LOCALHOST/submit", open],
  ["0", "http://localhost:8788/submit", off],
  ["1", "https://submit.example.com/submit", off],
  ["1", "http://192.168.1.20:8788/submit", off],
  ["1", "http://localhost.evil.example/submit", off],
  ["1", "http://evil.example/localhost", off],
] as const)("DEV_TOOLS=%s at %s gives %j", (DEV_TOOLS, url, tools) => {
  expect(devToolsOf({ DEV_TOOLS, ENVIRONMENT }, new Request(url))).toEqual(tools);
});

test("validation can stay on while the tools are on", () => {
  const headers = { Cookie: "dev-validation=on" };
  const request = new Request("http://localhost:8788/submit/music", { headers });
  expect(devToolsOf({ DEV_TOOLS: "1", ENVIRONMENT }, request)).toEqual({
    isEnabled: true,
    skipsValidation: false,
  });
  expect(devToolsOf({ DEV_TOOLS: "0", ENVIRONMENT }, request)).toEqual(off);
});

test("nothing deployed has shortcuts, whatever its settings say and whoever it is asked for", () => {
  for (const ENVIRONMENT of ["local", "production"] as const)
    for (const host of ["localhost", "127.0.0.1", "submit.example.com"]) {
      const headers = { Host: "localhost", "CF-Ray": "8c5d1f2e3a4b5c6d-LHR" };
      const request = new Request(`https://${host}/submit`, { headers });
      expect(devToolsOf({ DEV_TOOLS: "1", ENVIRONMENT }, request)).toEqual(off);
    }
});

test("production has no shortcuts, not even on this machine", () => {
  const settings = { DEV_TOOLS: "1", ENVIRONMENT: "production" } as const;
  expect(devToolsOf(settings, new Request("http://localhost:8788/submit"))).toEqual(off);
});
