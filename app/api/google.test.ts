import { expect, test } from "vitest";
import type { DriveConnection } from "~/integrations/drive/drive-connection.server";
import { anonymousScope, staffScope } from "../../tests/support/accounts";
import { testGoogleAuth } from "./google";
import { refusedReply } from "./replies";

const drive = (fetcher: (request: Request) => Promise<Response>): DriveConnection => ({
  state: "live",
  client: {
    fetcher: fetcher,
    account: {
      email: "a@b.iam.gserviceaccount.com",
      key: () => Promise.reject(new Error("unused")),
    },
    tokens: { token: { value: "t", expiresAt: new Date("2030-01-01T00:00:00Z") } },
    clock: () => new Date("2026-11-21T12:00:00Z"),
    driveId: "0ABC",
    rootId: "0ABC",
  },
});

async function callGoogleAuth(connection: DriveConnection, scope = staffScope) {
  const request = new Request("http://localhost:8788/api/google/auth", { method: "POST" });
  const settings = { GOOGLE_PRIVATE_KEY: "a-key-of-ours" };
  const portal = { drive: connection, scope, settings, log: () => {} };
  // itty-router adds properties that this route does not read.
  const call = request as Parameters<typeof testGoogleAuth>[0];
  const response = await testGoogleAuth(call, portal).catch(refusedReply);
  return { status: response.status, body: await response.json() };
}

test("staff read which drive the credentials open", async () => {
  const open = drive(async () => Response.json({ id: "0ABC", name: "Releases" }));
  expect(await callGoogleAuth(open)).toEqual({
    status: 200,
    body: {
      success: true,
      state: "live",
      driveName: "Releases",
      message: "The cloud drive answers (live): Releases.",
    },
  });
});

test("staff read why the credentials are refused", async () => {
  const error = {
    code: 404,
    message: "Shared drive not found: 0ABC",
    errors: [{ reason: "notFound" }],
  };
  const refusingDrive = drive(async () => Response.json({ error }, { status: 404 }));
  expect(await callGoogleAuth(refusingDrive)).toEqual({
    status: 502,
    body: { success: false, state: "live", error: "notFound: Shared drive not found: 0ABC" },
  });
});

test("a key that Google quotes in its error is redacted", async () => {
  const error = { code: 400, message: "Not a key: a-key-of-ours", errors: [{ reason: "bad" }] };
  const refusingDrive = drive(async () => Response.json({ error }, { status: 400 }));
  expect((await callGoogleAuth(refusingDrive)).body).toMatchObject({
    error: "bad: Not a key: [secret]",
  });
});

test("while there is no drive the call says so", async () => {
  const { status, body } = await callGoogleAuth({ state: "off" });
  expect([status, body]).toEqual([503, expect.objectContaining({ success: false, state: "off" })]);
});

test("only staff may call it, and Google is not called for others", async () => {
  const unusedDrive = drive(async () => {
    throw new Error("must not be called");
  });
  expect(await callGoogleAuth(unusedDrive, anonymousScope)).toEqual({
    status: 403,
    body: { success: false, error: "This page is for the label's staff." },
  });
});
