import type { AppLoadContext } from "@remix-run/cloudflare";
import { hasOpenIncident } from "~/observability/health/incident-views.server";
import type { Staff } from "~/platform/principal";

export interface StaffFrameData {
  brand: string;
  name: string;
  /** Where the user signs out: here, at Cloudflare Access, or nowhere. */
  signsOut: "here" | "access" | "nowhere";
  hasOpenIncident: boolean;
}

/** The frame of a page that knows by itself whether an incident is open. */
export function staffFrame(
  { edge, settings }: Pick<AppLoadContext, "edge" | "settings">,
  { name, sessionId }: Staff,
  isIncidentOpen: boolean,
): StaffFrameData {
  return {
    brand: settings.BRAND_NAME,
    name,
    signsOut: sessionId ? "here" : edge.access ? "access" : "nowhere",
    hasOpenIncident: isIncidentOpen,
  };
}

/** What the frame of a staff page shows. Where incidents can't be read, it shows none. */
export async function loadStaffFrame(
  context: AppLoadContext,
  staff: Staff,
): Promise<StaffFrameData> {
  const isIncidentOpen = await hasOpenIncident(context.db).catch((error: unknown) => {
    context.scope.logFailure(error);
    return false;
  });
  return staffFrame(context, staff, isIncidentOpen);
}
