import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

/** Whether what React draws from now on is new, and nothing that the server has drawn. */
let isAlive = false;

const nothing = () => {};
const noListener = () => nothing;

/** To be called as an effect of the page as a whole, once React has taken it over or drawn it anew. */
export function markHydrated(): void {
  // After the effects of all other parts, each of which would see another store.
  queueMicrotask(() => {
    isAlive = true;
  });
}

/**
 * Whether the page's scripts run: not on the server, and not while React takes over what the server
 * drew; from then on true, also the first time that a new part of the page is drawn.
 *
 * What it changes is drawn when nothing else is to be done, some at a time. A store that is simply
 * another in the browser would have React draw every one of these parts at once, together with all
 * effects of the page, in the very task that takes the page over.
 */
export function useHydrated(): boolean {
  // Where the server drew this part React reads the last of these, whenever it comes to it.
  const atFirst = useSyncExternalStore(
    noListener,
    () => isAlive,
    () => false,
  );
  const [since, setSince] = useState(false);
  useEffect(() => {
    startTransition(() => setSince(true));
  }, []);
  return atFirst || since;
}
