import { AutosaveEngine } from "./autosave.client";
import type { AutosavePage } from "./autosave-queue.client";
import type { Fields } from "./autosave-state";

/** The last page of this tab on each step; it may still be sending. */
const opened = new Map<string, AutosaveEngine>();

/**
 * Starts saving a page of this tab.
 * @param shown how its form reads.
 * @returns the engine, and forms that never arrived: to be shown one over the other.
 */
export function browserAutosave(
  page: AutosavePage,
  shown: Fields,
): { engine: AutosaveEngine; kept: readonly Fields[] } {
  const name = `${page.draftId}:${page.step}`;
  const left = opened.get(name)?.retire();
  const engine = new AutosaveEngine(page, {
    put: (path, init) => fetch(path, init),
    storage: () => localStorage,
    now: () => Date.now(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  opened.set(name, engine);
  return { engine, kept: engine.start(shown, left) };
}
