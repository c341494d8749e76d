import { DEV_VALIDATION_ON, hasChosen } from "~/platform/session-cookie";
import type { Settings } from "~/platform/settings";

export type DevSettings = Pick<Settings, "DEV_TOOLS" | "ENVIRONMENT">;

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a request was made to this machine. The Host header can be forged, but Cloudflare adds
 * CF-Ray to every request and nobody can remove it, so nothing deployed is ever local.
 */
function isLocal({ url, headers }: Request): boolean {
  return LOCAL.has(new URL(url).hostname) && !headers.has("CF-Ray");
}

/**
 * The shortcuts for a request. They need the setting, a local run, and a request to this machine.
 */
export function devToolsOf(settings: DevSettings, request: Request) {
  const { DEV_TOOLS, ENVIRONMENT } = settings;
  const isEnabled = DEV_TOOLS === "1" && ENVIRONMENT === "local" && isLocal(request);
  return {
    isEnabled,
    /** Whether steps open unchecked. A submission is always checked. */
    skipsValidation: isEnabled && !hasChosen(request, DEV_VALIDATION_ON),
  };
}
