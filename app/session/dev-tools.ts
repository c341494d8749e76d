import type { Settings } from "~/platform/settings";
import { DEV_VALIDATION_ON, hasChosen } from "./session-cookie";

/** What a developer's shortcuts do for this request. */
interface DevTools {
  /** Whether there are shortcuts at all: the banner shows, and the switch in it works. */
  on: boolean;
  /** Whether every step opens and Next leads on unchecked. A submission is always checked. */
  skipsValidation: boolean;
}

/** The settings that have a say in it. */
export type DevSettings = Pick<Settings, "DEV_TOOLS" | "ENVIRONMENT">;

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a request was made to this machine. A Host header is whatever its sender writes; but what
 * came through Cloudflare carries the header that its edge puts on every request, and that nobody
 * can take off: nothing deployed is ever local, whatever its settings say.
 */
function isLocal({ url, headers }: Request): boolean {
  return LOCAL.has(new URL(url).hostname) && !headers.has("CF-Ray");
}

/**
 * The shortcuts for a request. They need the setting, a local run, and a request to this machine:
 * none of these alone unlocks anything.
 */
export function devToolsOf(settings: DevSettings, request: Request): DevTools {
  const { DEV_TOOLS, ENVIRONMENT } = settings;
  const on = DEV_TOOLS === "1" && ENVIRONMENT === "local" && isLocal(request);
  return { on, skipsValidation: on && !hasChosen(request, DEV_VALIDATION_ON) };
}
