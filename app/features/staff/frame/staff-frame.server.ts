import type { AppLoadContext } from "@remix-run/cloudflare";
import { openIncidents } from "~/observability/health/incident-views.server";
import type { Staff } from "~/platform/principal";
import { incidentNotice, type OpenIncident } from "./incident-notice";

export interface StaffFrameData {
  brand: string;
  name: string;
  /** Where the user signs out: here, at Cloudflare Access, or nowhere. */
  signsOut: "here" | "access" | "nowhere";
  /** Undefined while no incident is open. */
  incident: ReturnType<typeof incidentNotice>;
}

/** The frame of a page that knows the open incidents by itself. */
export function staffFrame(
  { edge, settings, clock }: Pick<AppLoadContext, "edge" | "settings" | "clock">,
  { name, sessionId }: Staff,
  incidents: readonly OpenIncident[],
): StaffFrameData {
  return {
    brand: settings.BRAND_NAME,
    name,
    signsOut: sessionId ? "here" : edge.access ? "access" : "nowhere",
    incident: incidentNotice(incidents, clock()),
  };
}

/** What the frame of a staff page shows. Where incidents can't be read, it shows none. */
export async function loadStaffFrame(
  context: AppLoadContext,
  staff: Staff,
): Promise<StaffFrameData> {
  const incidents = await openIncidents(context.db).catch((error: unknown) => {
    context.scope.logFailure(error);
    return [];
  });
  return staffFrame(context, staff, incidents);
}
