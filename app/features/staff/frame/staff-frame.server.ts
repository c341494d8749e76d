import type { AppLoadContext } from "@remix-run/cloudflare";
import { hasOpenIncident } from "~/observability/health/incident-store.server";
import type { Staff } from "~/platform/principal";

export interface StaffFrameData {
  brand: string;
  name: string;
  /** Where the user signs out: here, at Cloudflare Access, or nowhere. */
  signsOut: "here" | "access" | "nowhere";
  hasOpenIncident: boolean;
}

/** What the frame of a staff page shows. Without its incidents rather than not at all. */
export async function loadStaffFrame(
  { edge, db, scope, settings }: AppLoadContext,
  { name, sessionId }: Staff,
): Promise<StaffFrameData> {
  return {
    brand: settings.BRAND_NAME,
    name,
    signsOut: sessionId ? "here" : edge.access ? "access" : "nowhere",
    hasOpenIncident: await hasOpenIncident(db).catch((error: unknown) => {
      scope.logFailure(error);
      return false;
    }),
  };
}
