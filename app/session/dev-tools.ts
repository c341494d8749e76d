import type { Settings } from "~/platform/settings";
import { hasChosen, RULES_KEPT } from "./session-cookie";

/** What a developer's shortcuts do for this request. */
export interface DevTools {
  /** Whether there are shortcuts at all: the banner shows, and the switch in it works. */
  on: boolean;
  /** Whether every step opens and Next leads on unchecked. A submission is always checked. */
  skipsValidation: boolean;
}

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The shortcuts for a request. They need both the setting and a local address: a Host header is
 * whatever its sender writes, and alone unlocks nothing.
 */
export function devToolsOf(settings: Pick<Settings, "DEV_TOOLS">, request: Request): DevTools {
  const on = settings.DEV_TOOLS === "1" && LOCAL.has(new URL(request.url).hostname);
  return { on, skipsValidation: on && !hasChosen(request, RULES_KEPT) };
}
