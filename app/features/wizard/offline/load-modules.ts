type OfflineModule = typeof import("./offline-module");
type DisconnectedModule = typeof import("./disconnected-module");

const importOffline = () => import("./offline-module");
const importDisconnected = () => import("./disconnected-module");

let offline: Promise<OfflineModule | undefined> | undefined;
let disconnected: Promise<DisconnectedModule | undefined> | undefined;
let resolveIdle = () => {};

/** The delay in browsers without requestIdleCallback. */
const QUIET_MS = 3_000;

/** Resolves when the page has loaded and the browser is idle, or as soon as `resolveIdle` is called. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    resolveIdle = resolve;
    const waitForIdle = () =>
      "requestIdleCallback" in window
        ? requestIdleCallback(() => resolve())
        : setTimeout(resolve, QUIET_MS);
    if (document.readyState === "complete") waitForIdle();
    else window.addEventListener("load", waitForIdle, { once: true });
  });
}

/**
 * Loads the offline support once, when the browser is idle, or at once.
 * @returns undefined if it cannot be loaded, for example offline.
 */
export function loadOfflineModule(immediately = false): Promise<OfflineModule | undefined> {
  offline ??= whenIdle()
    .then(importOffline)
    .catch(() => {
      offline = undefined;
      return undefined;
    });
  if (immediately) resolveIdle();
  return offline;
}

/**
 * Loads at once what is needed while offline and on reconnecting. @returns undefined if it cannot be loaded.
 */
export function loadDisconnectedModule(): Promise<DisconnectedModule | undefined> {
  disconnected ??= loadOfflineModule(true)
    .then(importDisconnected)
    .catch(() => {
      disconnected = undefined;
      return undefined;
    });
  return disconnected;
}
