import { type DevSettings, devToolsOf } from "./dev-tools";

/** What everybody else is told. */
export const STAFF_ONLY = "This is for the label's staff.";

/** Whether a request comes from staff: for now, whoever runs this with developer tools at hand. */
export function staffOnly(settings: DevSettings, request: Request): boolean {
  return devToolsOf(settings, request).on;
}

/** The refusal of a request that does not come from staff; undefined for one that does. */
export function requireStaff(settings: DevSettings, request: Request): Response | undefined {
  if (staffOnly(settings, request)) return undefined;
  const headers = { "Cache-Control": "no-store" };
  return Response.json({ success: false, error: STAFF_ONLY }, { status: 403, headers });
}
