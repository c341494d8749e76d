/** In browsers that tell nobody when they are idle: so long after the page has loaded. */
const FALLBACK_DELAY_MS = 2_000;

/** Does something once the page has loaded and has nothing else to do: never before. */
export function whenIdle(callback: () => void): void {
  const schedule = () => {
    // Safari has none.
    if (typeof requestIdleCallback === "function") requestIdleCallback(callback);
    else setTimeout(callback, FALLBACK_DELAY_MS);
  };
  if (document.readyState === "complete") schedule();
  else window.addEventListener("load", schedule, { once: true });
}
