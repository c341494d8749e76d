import { expect, test } from "vitest";
import type { DriveConnection } from "~/drive/connection.server";
import { testGoogleAuth } from "./google";

const drive = (send: (request: Request) => Promise<Response>): DriveConnection => ({
  state: "live",
  client: {
    send,
    account: { email: "a@b.iam.gserviceaccount.com", sign: async () => new ArrayBuffer(0) },
    tokens: { token: { value: "t", expiresAt: new Date("2030-01-01T00:00:00Z") } },
    clock: () => new Date("2026-11-21T12:00:00Z"),
    driveId: "0ABC",
    rootId: "0ABC",
  },
});

async function ask(connection: DriveConnection, DEV_TOOLS: "0" | "1" = "1") {
  const request = new Request("http://localhost:8788/api/google/auth", { method: "POST" });
  const settings = { DEV_TOOLS, ENVIRONMENT: "local" as const };
  // itty-router only adds to the request what this route does not read.
  const portal = { drive: connection, settings, log: () => {} };
  const response = await testGoogleAuth(request as Parameters<typeof testGoogleAuth>[0], portal);
  return { status: response.status, body: await response.json() };
}

test("staff read which drive the credentials open", async () => {
  const open = drive(async () => Response.json({ id: "0ABC", name: "Releases" }));
  expect(await ask(open)).toEqual({
    status: 200,
    body: {
      success: true,
      state: "live",
      driveName: "Releases",
      message: "The cloud drive answers (live): Releases.",
    },
  });
});

test("staff read why they do not", async () => {
  const error = {
    code: 404,
    message: "Shared drive not found: 0ABC",
    errors: [{ reason: "notFound" }],
  };
  const shut = drive(async () => Response.json({ error }, { status: 404 }));
  expect(await ask(shut)).toEqual({
    status: 502,
    body: { success: false, state: "live", error: "notFound: Shared drive not found: 0ABC" },
  });
});

test("while there is no drive the call says so", async () => {
  const { status, body } = await ask({ state: "off" });
  expect([status, body]).toEqual([503, expect.objectContaining({ success: false, state: "off" })]);
});

test("nobody else may ask, and nothing is called", async () => {
  const never = drive(async () => {
    throw new Error("must not be called");
  });
  expect(await ask(never, "0")).toEqual({
    status: 403,
    body: { success: false, error: "This call is for staff." },
  });
});
