import { expect, test } from "vitest";
import { requireStaff, STAFF_ONLY, staffOnly } from "./require-staff";

test.each([
  ["1", "http://localhost:8788/api/jobs", true],
  ["1", "http://127.0.0.1:8788/api/jobs", true],
  ["0", "http://localhost:8788/api/jobs", false],
  ["1", "https://submit.example.com/api/jobs", false],
  ["1", "https://localhost.example.com/api/jobs", false],
  ["0", "https://submit.example.com/api/jobs", false],
] as const)("with DEV_TOOLS=%s a request to %s is staff's: %s", (DEV_TOOLS, url, allowed) => {
  const request = new Request(url);
  expect(staffOnly({ DEV_TOOLS }, request)).toBe(allowed);
  expect(requireStaff({ DEV_TOOLS }, request)?.status).toBe(allowed ? undefined : 403);
});

test("a Host header or a forwarded one alone unlocks nothing", () => {
  const headers = { Host: "localhost", "X-Forwarded-Host": "localhost" };
  const request = new Request("https://submit.example.com/api/jobs", { headers });
  expect(staffOnly({ DEV_TOOLS: "1" }, request)).toBe(false);
});

test("who is refused reads why, and no cache keeps it", async () => {
  const refused = requireStaff({ DEV_TOOLS: "0" }, new Request("http://localhost/api/jobs"));
  expect(refused?.headers.get("Cache-Control")).toBe("no-store");
  expect(await refused?.json()).toEqual({ success: false, error: STAFF_ONLY });
});
