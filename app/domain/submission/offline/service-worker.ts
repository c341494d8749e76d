/** At the root, so that it controls all pages. */
export const WORKER_PATH = "/sw.js";

export const CACHE = "form";

/** The message that makes a waiting worker take over. */
export const SKIP_WAITING = "take-over";

/** The worker's script. Where offline use is off, that worker removes itself and its caches. */
export function workerScript(isOfflineEnabled: boolean): string {
  return `importScripts("/workers/${isOfflineEnabled ? "offline" : "uninstall-offline"}.js");\n`;
}
