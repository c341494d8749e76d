import type { IRequestStrict } from "itty-router";
import type { DriveConnection } from "~/drive/connection.server";
import { testDrive } from "~/drive/drive-client.server";
import { DriveError } from "~/drive/drive-error.server";
import type { Log } from "~/monitoring/log";
import type { DevSettings } from "~/session/dev-tools";
import { staffOnly } from "~/session/require-staff";
import { refuse, reply } from "./replies";

/** What this call needs of the portal. */
interface Part {
  drive: DriveConnection;
  settings: DevSettings;
  log: Log;
}

const OFF =
  "The cloud drive is not set up: there are no credentials. Files can be opened in the portal.";

/**
 * POST /api/google/auth, for staff: whether the credentials open the drive, and which drive that
 * is. 503 while it is off, 502 with what Google says when it refuses.
 */
export async function testGoogleAuth(request: IRequestStrict, portal: Part): Promise<Response> {
  const { drive, settings, log } = portal;
  if (!staffOnly(settings, request)) return refuse(403, "This call is for staff.");
  const { state } = drive;
  if (state === "off") return refuse(503, OFF, { state });
  try {
    const driveName = await testDrive(drive.client);
    const message = `The cloud drive answers (${state}): ${driveName}.`;
    return reply(200, { success: true, state, driveName, message });
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    log("warn", "request.failed", { reason: error.code });
    return refuse(502, `${error.code}: ${error.message}`, { state });
  }
}
