import { expect, test } from "vitest";
import type { Database } from "~/platform/database.server";
import { type PrincipalDeps, readPrincipal } from "./read-principal";

const noDatabase = {} as Database;
const local = (
  DEV_TOOLS: "0" | "1",
  more: Partial<PrincipalDeps["settings"]> = {},
): PrincipalDeps => ({
  settings: {
    DEV_TOOLS,
    ENVIRONMENT: "local",
    SIGNING_SECRET: "s".repeat(32),
    STAFF_PASSCODE: "a passcode of ours",
    ...more,
  },
  db: noDatabase,
  clock: () => new Date("2026-11-23T12:00:00Z"),
  log: () => undefined,
  edge: { access: undefined },
});
const nobody = { kind: "anonymous" };

test.each([
  ["1", "http://localhost:8788/api/jobs", "staff"],
  ["1", "http://127.0.0.1:8788/api/jobs", "staff"],
  ["0", "http://localhost:8788/api/jobs", "anonymous"],
  ["1", "https://submit.example.com/api/jobs", "anonymous"],
  ["1", "https://localhost.example.com/api/jobs", "anonymous"],
  ["0", "https://submit.example.com/api/jobs", "anonymous"],
] as const)("with DEV_TOOLS=%s a request to %s comes from: %s", async (devTools, url, kind) => {
  expect(await readPrincipal(new Request(url), local(devTools))).toMatchObject({ kind });
});

test("a Host header or a forwarded one alone makes nobody staff", async () => {
  const headers = { Host: "localhost", "X-Forwarded-Host": "localhost" };
  const request = new Request("https://submit.example.com/api/jobs", { headers });
  expect(await readPrincipal(request, local("1"))).toEqual(nobody);
});

test("in production the shortcuts make nobody staff, whatever the settings and the headers say", async () => {
  const read = (ENVIRONMENT: "local" | "production", headers: Record<string, string>) =>
    readPrincipal(
      new Request("http://localhost/api/jobs", { headers }),
      local("1", { ENVIRONMENT }),
    );
  expect(await read("production", {})).toEqual(nobody);
  // A deployment with a missing or wrong setting is recognized by the headers of its requests.
  expect(await read("local", { "CF-Ray": "8c5d1f2e3a4b5c6d-LHR" })).toEqual(nobody);
  expect(await read("local", { "CF-Ray": "" })).toEqual(nobody);
  expect(await read("local", {})).toEqual({ kind: "staff", id: "developer", name: "Developer" });
});

test("without a passcode nobody can sign in, and whoever asks is told why", async () => {
  const url = "https://submit.example.com/staff";
  const settings = { STAFF_PASSCODE: undefined, ENVIRONMENT: "production" } as const;
  const principal = await readPrincipal(new Request(url), local("0", settings));
  expect(principal).toEqual({ kind: "anonymous", staff: "off" });
});

test("with Cloudflare Access only its JWT identifies staff, and no session cookie does", async () => {
  const judge = async (assertion: string) =>
    assertion === "good"
      ? ({ kind: "staff", email: "ada@label.example" } as const)
      : assertion === "late"
        ? ({ kind: "unchecked", reason: "timeout" } as const)
        : ({ kind: "unknown" } as const);
  const lines: unknown[] = [];
  const log = (...line: unknown[]) => void lines.push(line);
  const read = (headers: Record<string, string>) =>
    readPrincipal(new Request("https://submit.example.com/staff", { headers }), {
      ...local("0"),
      edge: { access: { verify: judge } },
      log,
    });
  const withAssertion = (word: string) => ({ "Cf-Access-Jwt-Assertion": word });
  const ada = { kind: "staff", id: "ada@label.example", name: "ada@label.example" };
  expect(await read(withAssertion("good"))).toEqual(ada);
  expect(await read({ Cookie: "a=b; CF_Authorization=good; draft=x" })).toEqual(ada);
  const denied = { ...nobody, staff: "access" };
  // Reading the session from this database would throw.
  expect(await read({ Cookie: `__Host-staff=${btoa(JSON.stringify("t".repeat(43)))}` })).toEqual(
    denied,
  );
  expect(await read(withAssertion("forged"))).toEqual(denied);
  expect(await read({ ...withAssertion("forged"), Cookie: "CF_Authorization=good" })).toEqual(
    denied,
  );
  expect(lines).toEqual([]);
  expect(await read(withAssertion("late"))).toEqual({ ...nobody, staff: "unchecked" });
  expect(lines).toEqual([["error", "staff.unchecked", { reason: "timeout" }]]);
});
