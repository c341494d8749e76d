import { expect, test } from "vitest";
import { readPrincipal } from "./principal";

const local = (DEV_TOOLS: "0" | "1") => ({ DEV_TOOLS, ENVIRONMENT: "local" }) as const;

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
  expect(await readPrincipal(request, local("1"))).toEqual({ kind: "anonymous" });
});

test("in production nobody is staff for now, whatever the settings and the headers say", async () => {
  const read = (ENVIRONMENT: "local" | "production", headers: Record<string, string>) =>
    readPrincipal(new Request("http://localhost/api/jobs", { headers }), {
      DEV_TOOLS: "1",
      ENVIRONMENT,
    });
  expect(await read("production", {})).toEqual({ kind: "anonymous" });
  // A deployment that lost its setting, or was given a wrong one: its requests tell.
  expect(await read("local", { "CF-Ray": "8c5d1f2e3a4b5c6d-LHR" })).toEqual({ kind: "anonymous" });
  expect(await read("local", { "CF-Ray": "" })).toEqual({ kind: "anonymous" });
  expect(await read("local", {})).toEqual({ kind: "staff", id: "developer", name: "Developer" });
});
