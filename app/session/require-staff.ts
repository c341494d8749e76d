import type { Settings } from "~/platform/settings";
import { devToolsOf } from "./dev-tools";

/** Whether a request may use what is for staff: for now only local runs with `DEV_TOOLS=1`. */
export function staffOnly(settings: Pick<Settings, "DEV_TOOLS">, request: Request): boolean {
  return devToolsOf(settings, request).on;
}
