import { startTransition, useEffect, useState, useSyncExternalStore } from "react";

/** Whether the page is hydrated, so that new parts are rendered by the browser alone. */
let isHydrated = false;

const noop = () => {};
const subscribeToNothing = () => noop;

/** Call it in an effect of the whole page, once React has hydrated it or rendered it again. */
export function markHydrated(): void {
  // After the effects of all other parts, which would otherwise see a changed store.
  queueMicrotask(() => {
    isHydrated = true;
  });
}

/**
 * Whether the page's scripts run: false on the server and during hydration, then true, also in the first
 * render of a new part.
 *
 * The change is rendered as a transition, in small pieces. A store whose browser value differs would have
 * React render all these parts at once, in the same task that hydrates the page.
 */
export function useHydrated(): boolean {
  // In a part that the server rendered, React reads the last of these during hydration.
  const wasHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => isHydrated,
    () => false,
  );
  const [hasMounted, setHasMounted] = useState(false);
  useEffect(() => {
    startTransition(() => setHasMounted(true));
  }, []);
  return wasHydrated || hasMounted;
}
