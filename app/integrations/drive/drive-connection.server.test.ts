import { expect, test } from "vitest";
import { systemClock } from "~/platform/clock";
import { network } from "~/platform/http-client";
import { createDriveCache, driveConnection } from "./drive-connection.server";

const sandbox = async () => new Response();
const memory = createDriveCache();
const live = {
  GOOGLE_SERVICE_ACCOUNT_EMAIL: "portal@label.iam.gserviceaccount.com",
  GOOGLE_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----",
  GOOGLE_DRIVE_ID: "0ABCDEF",
};

test("with credentials the real drive is used, even where a sandbox is bound", () => {
  const connection = driveConnection(live, sandbox, memory, systemClock);
  expect(connection).toMatchObject({
    state: "live",
    client: { fetcher: network, driveId: "0ABCDEF", rootId: "0ABCDEF", tokens: memory.tokens },
  });
});

test("a folder may be named to mirror into", () => {
  const connection = driveConnection(
    { ...live, GOOGLE_DRIVE_FOLDER_ID: "1FOLD" },
    undefined,
    memory,
    systemClock,
  );
  expect(connection).toMatchObject({ client: { driveId: "0ABCDEF", rootId: "1FOLD" } });
});

test("without credentials the sandbox stands in, and without a sandbox the drive is off", () => {
  expect(driveConnection({}, sandbox, memory, systemClock)).toMatchObject({
    state: "sandbox",
    client: { fetcher: sandbox, driveId: "sandbox-drive" },
  });
  expect(driveConnection({}, undefined, memory, systemClock)).toEqual({ state: "off" });
});
