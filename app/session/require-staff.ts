import type { Settings } from "~/platform/settings";
import { devToolsOf } from "./dev-tools";

/** Whether a request may do what only staff may: for now, local runs with DEV_TOOLS=1. */
export function staffOnly(settings: Pick<Settings, "DEV_TOOLS">, request: Request): boolean {
  return devToolsOf(settings, request).on;
}
