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
  const [request, settings] = [new Request(url), { DEV_TOOLS, ENVIRONMENT: "local" } as const];
  expect(staffOnly(settings, request)).toBe(allowed);
  expect(requireStaff(settings, request)?.status).toBe(allowed ? undefined : 403);
});

test("a Host header or a forwarded one alone unlocks nothing", () => {
  const headers = { Host: "localhost", "X-Forwarded-Host": "localhost" };
  const request = new Request("https://submit.example.com/api/jobs", { headers });
  expect(staffOnly({ DEV_TOOLS: "1", ENVIRONMENT: "local" }, request)).toBe(false);
});

test("in production nobody is staff for now, whatever the settings and the headers say", () => {
  const refusedBy = (ENVIRONMENT: "local" | "production", headers: Record<string, string>) =>
    requireStaff(
      { DEV_TOOLS: "1", ENVIRONMENT },
      new Request("http://localhost/api/jobs", { headers }),
    )?.status;
  expect(refusedBy("production", {})).toBe(403);
  // A deployment that lost its setting, or was given a wrong one: its requests tell.
  expect(refusedBy("local", { "CF-Ray": "8c5d1f2e3a4b5c6d-LHR" })).toBe(403);
  expect(refusedBy("local", { "CF-Ray": "" })).toBe(403);
  expect(refusedBy("local", {})).toBeUndefined();
});

test("who is refused reads why, and no cache keeps it", async () => {
  const shut = { DEV_TOOLS: "0", ENVIRONMENT: "local" } as const;
  const refused = requireStaff(shut, new Request("http://localhost/api/jobs"));
  expect(refused?.headers.get("Cache-Control")).toBe("no-store");
  expect(await refused?.json()).toEqual({ success: false, error: STAFF_ONLY });
});
