/** At the root, so that it controls all pages. */
export const WORKER_PATH = "/sw.js";

export const CACHE = "form";

/** The message that makes a waiting worker take over. */
export const SKIP_WAITING = "take-over";

/**
 * The script of the worker, which browsers fetch whenever a page is opened. Where offline use is
 * off, it is a worker that removes itself and its caches.
 */
export function workerScript(isOfflineEnabled: boolean): string {
  return `importScripts("/workers/${isOfflineEnabled ? "offline" : "uninstall-offline"}.js");\n`;
}
