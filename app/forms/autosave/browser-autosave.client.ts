import { AutosaveEngine } from "./autosave.client";
import type { AutosavePage } from "./autosave-queue.client";
import type { Fields } from "./autosave-state";
import { SIGNING_OUT } from "./sign-out";

/** The last page of this tab on each step; it may still be sending. */
const engines = new Map<string, AutosaveEngine>();

type Before = (path: string) => Promise<void>;
let before: Before | undefined;

/** Has every attempt to save wait for something else, or fail with it. */
export function setBeforeSave(work: Before): void {
  before = work;
}

const nameOf = ({ draftId, step }: Pick<AutosavePage, "draftId" | "step">) => `${draftId}:${step}`;

/** Ends saving a page that is left; what of it was not saved is in the copy that this browser keeps. */
export function stopAutosave(page: Pick<AutosavePage, "draftId" | "step">): void {
  engines.get(nameOf(page))?.retire();
  engines.delete(nameOf(page));
}

/** Nothing of an account that is not saved is kept for whoever uses this device next. */
function forgetTheirs(signingOut: Event): void {
  if (!(signingOut instanceof CustomEvent)) return;
  const isTheirs: (name: string) => boolean = signingOut.detail;
  for (const [name, engine] of engines) if (isTheirs(name)) engine.forget();
}

/**
 * Starts saving a page of this tab.
 * @param fields how its form reads.
 * @returns the engine, and forms that never arrived: to be shown one over the other.
 */
export function startAutosave(
  page: AutosavePage,
  fields: Fields,
): { engine: AutosaveEngine; kept: readonly Fields[] } {
  document.addEventListener(SIGNING_OUT, forgetTheirs);
  const name = nameOf(page);
  const backup = engines.get(name)?.retire();
  const engine = new AutosaveEngine(page, {
    put: async (path, init) => {
      await before?.(path);
      return fetch(path, init);
    },
    storage: () => localStorage,
    now: () => Date.now(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  engines.set(name, engine);
  return { engine, kept: engine.start(fields, backup) };
}
