type Side = typeof import("./offline-module");
type AloneSide = typeof import("./disconnected-module");

const importSide = () => import("./offline-module");
const importAlone = () => import("./disconnected-module");

let offline: Promise<Side | undefined> | undefined;
let alone: Promise<AloneSide | undefined> | undefined;
let hurry = () => {};

/** Where a browser cannot say when it has nothing to do, it is taken to have after this time. */
const QUIET_MS = 3_000;

/** Resolves when the page is there and the browser has nothing else to do, or sooner when asked. */
function nothingToDo(): Promise<void> {
  return new Promise((resolve) => {
    hurry = resolve;
    const wait = () =>
      "requestIdleCallback" in window
        ? requestIdleCallback(() => resolve())
        : setTimeout(resolve, QUIET_MS);
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
  });
}

/**
 * What lets the form open without a connection: loaded once, when nothing else is to do; or at once.
 * @returns undefined where it cannot be loaded, as without a connection in a browser that keeps nothing.
 */
export function loadOfflineModule(now = false): Promise<Side | undefined> {
  offline ??= nothingToDo()
    .then(importSide)
    .catch(() => {
      offline = undefined;
      return undefined;
    });
  if (now) hurry();
  return offline;
}

/** What goes on without a connection, and what comes after it: loaded at once. @returns as above. */
export function loadDisconnectedModule(): Promise<AloneSide | undefined> {
  alone ??= loadOfflineModule(true)
    .then(importAlone)
    .catch(() => {
      alone = undefined;
      return undefined;
    });
  return alone;
}
