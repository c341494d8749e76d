/** Where the script of the worker lies: at the root, so that it answers for all pages. */
export const WORKER_PATH = "/sw.js";

/** The cache in which the worker keeps pages and files. */
export const CACHE = "form";

/** What a page tells a worker that waits: that nobody needs the earlier one any more. */
export const SKIP_WAITING = "take-over";

/**
 * The script of the worker, which browsers ask for whenever a page is opened. Where the form is not to be kept, it is
 * that of a worker which removes itself and all that was kept.
 */
export function workerScript(isOfflineEnabled: boolean): string {
  return `importScripts("/workers/${isOfflineEnabled ? "offline" : "uninstall-offline"}.js");\n`;
}
