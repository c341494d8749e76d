import { type EarlyInput, keepEarlyInput } from "./early-input.client";
import { type ForeignNodes, setForeignNodesAside } from "./foreign-nodes.client";

/** Marks the parts of a page whose scripts load later: `LatePart`. */
const LATE_PART = "data-late";

/** The page that is being hydrated; undefined once all of it is. */
let current:
  | { input: EarlyInput; foreign: ForeignNodes; hydratedParts: WeakSet<Element> }
  | undefined;

/** Records early input and sets foreign nodes aside until React has hydrated the page. */
export function prepareHydration(page: Document): void {
  // In `npm run dev` Vite adds and removes styles in the head.
  if (import.meta.env.DEV) return;
  // First, since nodes that are set aside may hold the focus or fields.
  const input = keepEarlyInput(page);
  current = { input, foreign: setForeignNodesAside(page), hydratedParts: new WeakSet() };
}

/**
 * Call it when React has hydrated the page or a late part, or has rendered it again, before its other effects
 * run.
 * @returns a function to call after those effects: it fires events for restored input and moves the focus
 * back.
 */
export function finishHydration(part?: HTMLElement): () => void {
  if (!current) return () => {};
  const { input, foreign, hydratedParts } = current;
  if (part) hydratedParts.add(part);
  const isWaiting = (node: Node) => {
    let container = node instanceof Element ? node : node.parentElement;
    while (container && (!container.hasAttribute(LATE_PART) || hydratedParts.has(container)))
      container = container.parentElement;
    return container !== null;
  };
  const container = part ?? document;
  const restored = input.restore(container, isWaiting);
  foreign.putBack(isWaiting);
  const focused = input.refocus(container);
  const lateParts = [...document.querySelectorAll(`[${LATE_PART}]`)];
  if (lateParts.every((latePart) => hydratedParts.has(latePart))) {
    input.stop();
    current = undefined;
  }
  return () => {
    // Forms read their fields when they hydrate; fields of a late part need an event.
    if (part)
      for (const control of restored) control.dispatchEvent(new Event("input", { bubbles: true }));
    // Again, since a field with autofocus may have taken it.
    if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
  };
}
