type Side = typeof import("./offline-module");
type AloneSide = typeof import("./disconnected-module");

const importSide = () => import("./offline-module");
const importAlone = () => import("./disconnected-module");

let offline: Promise<Side | undefined> | undefined;
let alone: Promise<AloneSide | undefined> | undefined;
let hurry = () => {};

/** The delay in browsers without requestIdleCallback. */
const QUIET_MS = 3_000;

/** Resolves when the page has loaded and the browser is idle, or as soon as `hurry` is called. */
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
 * Loads the offline support once, when the browser is idle, or at once.
 * @returns undefined if it cannot be loaded, for example offline.
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

/**
 * Loads at once what is needed while offline and on reconnecting. @returns undefined if it cannot be loaded.
 */
export function loadDisconnectedModule(): Promise<AloneSide | undefined> {
  alone ??= loadOfflineModule(true)
    .then(importAlone)
    .catch(() => {
      alone = undefined;
      return undefined;
    });
  return alone;
}
