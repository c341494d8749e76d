/** In browsers that tell nobody when they are idle: so long after the page has loaded. */
const LATER_MS = 2_000;

/** Does something once the page has loaded and has nothing else to do: never before. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    // Safari has none.
    if (typeof requestIdleCallback === "function") requestIdleCallback(work);
    else setTimeout(work, LATER_MS);
  };
  if (document.readyState === "complete") wait();
  else window.addEventListener("load", wait, { once: true });
}
