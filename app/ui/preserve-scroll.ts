import { flushSync } from "react-dom";

/**
 * Changes the page and scrolls so that an element stays at its place on the screen. Not every browser anchors
 * the scroll position, and none anchors the pressed element.
 */
export function preserveScroll(element: Element | null, change: () => void): void {
  if (!element || element === document.body) {
    change();
    return;
  }
  const { style } = document.documentElement;
  const before = element.getBoundingClientRect().top;
  style.overflowAnchor = "none";
  flushSync(change);
  const top = element.getBoundingClientRect().top - before;
  window.scrollBy({ top, behavior: "instant" });
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      style.overflowAnchor = "";
    }),
  );
}
