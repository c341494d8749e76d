import type { Clock } from "~/platform/clock";
import { type Fetcher, network } from "~/platform/http-client";
import { integrationState } from "~/platform/integration";
import type { Settings } from "~/platform/settings";
import type { TokenCache } from "~/platform/token-cache";
import type { DriveClient } from "./drive-client.server";
import { createSandboxKey, importPemKey, type ServiceAccount } from "./service-account.server";

export type DriveConnection = { state: "live" | "sandbox"; client: DriveClient } | { state: "off" };

/** State of an isolate between requests. */
export interface DriveCache {
  tokens: TokenCache;
  sandboxKey: ServiceAccount["key"];
}

export function createDriveCache(): DriveCache {
  return { tokens: {}, sandboxKey: createSandboxKey() };
}

const SANDBOX = { email: "portal@sandbox.iam.gserviceaccount.com", driveId: "sandbox-drive" };

type DriveSettings = Pick<
  Settings,
  | "GOOGLE_SERVICE_ACCOUNT_EMAIL"
  | "GOOGLE_PRIVATE_KEY"
  | "GOOGLE_DRIVE_ID"
  | "GOOGLE_DRIVE_FOLDER_ID"
>;

function driveState(settings: DriveSettings, sandbox: boolean) {
  const { GOOGLE_SERVICE_ACCOUNT_EMAIL: email, GOOGLE_PRIVATE_KEY: pem } = settings;
  const configured = Boolean(email && pem && settings.GOOGLE_DRIVE_ID);
  return integrationState({ configured, sandbox });
}

/** Chooses the real drive, the local sandbox (if bound) or none. */
export function driveConnection(
  settings: DriveSettings,
  sandbox: Fetcher | undefined,
  cache: DriveCache,
  clock: Clock,
): DriveConnection {
  const {
    GOOGLE_SERVICE_ACCOUNT_EMAIL: email,
    GOOGLE_PRIVATE_KEY: pem,
    GOOGLE_DRIVE_ID: driveId,
    GOOGLE_DRIVE_FOLDER_ID: folderId,
  } = settings;
  const state = driveState(settings, sandbox !== undefined);
  const { tokens, sandboxKey } = cache;
  if (state === "live" && email && pem && driveId) {
    const account = { email, key: importPemKey(pem) };
    const rootId = folderId ?? driveId;
    return { state, client: { fetcher: network, account, tokens, clock, driveId, rootId } };
  }
  if (state === "sandbox" && sandbox) {
    const account = { email: SANDBOX.email, key: sandboxKey };
    const { driveId: id } = SANDBOX;
    return { state, client: { fetcher: sandbox, account, tokens, clock, driveId: id, rootId: id } };
  }
  return { state: "off" };
}
