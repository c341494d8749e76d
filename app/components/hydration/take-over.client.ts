import { type EarlyInput, keepEarlyInput } from "./early-input.client";
import { type ForeignNodes, setForeignNodesAside } from "./foreign-nodes.client";

/** Marks the parts of a page whose scripts come after those of the page itself: `LatePart`. */
const LATE_PART = "data-late";

/** A page that React is taking over; once all of it is, there is none. */
let current: { input: EarlyInput; foreign: ForeignNodes; settled: WeakSet<Element> } | undefined;

/** Keeps what was typed, and what others have put into the page, until React has taken it over. */
export function prepareHydration(page: Document): void {
  // `npm run dev` has styles of Vite's in the head, which come and go.
  if (import.meta.env.DEV) return;
  // What is set aside may hold the focus, and fields.
  const input = keepEarlyInput(page);
  current = { input, foreign: setForeignNodesAside(page), settled: new WeakSet() };
}

/**
 * To be called when React has taken over the page, or a part of it that came later, or has drawn it anew,
 * before anything else of it runs.
 * @returns what tells the page of what was typed, and leads the focus back; to be called after that.
 */
export function settleHydration(part?: HTMLElement): () => void {
  if (!current) return () => {};
  const { input, foreign, settled } = current;
  if (part) settled.add(part);
  const isWaiting = (node: Node) => {
    let place = node instanceof Element ? node : node.parentElement;
    while (place && (!place.hasAttribute(LATE_PART) || settled.has(place)))
      place = place.parentElement;
    return place !== null;
  };
  const place = part ?? document;
  const restored = input.restore(place, isWaiting);
  foreign.putBack(isWaiting);
  const focused = input.refocus(place);
  const lateParts = [...document.querySelectorAll(`[${LATE_PART}]`)];
  if (lateParts.every((late) => settled.has(late))) {
    input.stop();
    current = undefined;
  }
  return () => {
    // Forms look through their fields as they come to life; what comes into them later must be told.
    if (part) for (const one of restored) one.dispatchEvent(new Event("input", { bubbles: true }));
    // A field that asks for the focus as it is drawn gets it no sooner.
    if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  };
}
