import type { Principal, Staff } from "~/platform/principal";
import { type DevSettings, devToolsOf } from "./dev-tools";

/** Whoever runs this with developer tools at hand. */
const DEVELOPER: Staff = { kind: "staff", id: "developer", name: "Developer" };

/**
 * Who makes a request. Nobody signs in yet: staff is whom {@link devToolsOf} gives the shortcuts, and
 * everybody else is anonymous.
 */
export async function readPrincipal(request: Request, settings: DevSettings): Promise<Principal> {
  return devToolsOf(settings, request).on ? DEVELOPER : { kind: "anonymous" };
}
