import type { IRequestStrict } from "itty-router";
import { testDrive } from "~/integrations/drive/drive-client.server";
import { DriveError } from "~/integrations/drive/drive-error.server";
import { redactSecrets } from "~/platform/redact-secrets";
import type { AppContext } from "~/session/app-context";
import { requireStaff, type StaffDeps } from "~/session/require-staff";
import { refuse, reply } from "./replies";

const OFF =
  "The cloud drive is not set up: there are no credentials. Files can be opened in the portal.";

/**
 * POST /api/google/auth, for staff: whether the credentials open the drive, and its name. 503 while it
 * is off, 502 with Google's error if it refuses.
 */
export async function testGoogleAuth(
  _: IRequestStrict,
  context: StaffDeps &
    Pick<AppContext, "drive" | "log"> & { settings: Parameters<typeof redactSecrets>[1] },
): Promise<Response> {
  const { drive, log, settings } = context;
  await requireStaff(context);
  const { state } = drive;
  if (state === "off") return refuse(503, OFF, { state });
  try {
    const driveName = await testDrive(drive.client);
    const message = `The cloud drive answers (${state}): ${driveName}.`;
    return reply(200, { success: true, state, driveName, message });
  } catch (error) {
    if (!(error instanceof DriveError)) throw error;
    log("warn", "request.failed", { reason: error.code });
    return refuse(502, redactSecrets(`${error.code}: ${error.message}`, settings), { state });
  }
}
