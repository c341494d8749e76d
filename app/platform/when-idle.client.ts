const FALLBACK_DELAY_MS = 2_000;

/** Runs a callback once the page has loaded and is idle. */
export function whenIdle(callback: () => void): void {
  const schedule = () => {
    // Safari has no requestIdleCallback.
    if (typeof requestIdleCallback === "function") requestIdleCallback(callback);
    else setTimeout(callback, FALLBACK_DELAY_MS);
  };
  if (document.readyState === "complete") schedule();
  else window.addEventListener("load", schedule, { once: true });
}
