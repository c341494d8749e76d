import { hearDraftVersion } from "~/platform/draft-version.client";
import { schedule } from "~/platform/timeout";
import { AutosaveEngine } from "./autosave-engine.client";
import type { AutosavePage } from "./autosave-queue.client";
import type { Fields } from "./autosave-state";
import { engineKey, engines, runBeforeSave } from "./open-autosaves.client";
import { rememberOwnSave, wasReadBeforeOwnSave } from "./own-saves.client";
import { SIGNING_OUT } from "./sign-out";

const tabStorage = () => sessionStorage;

/** Stops saving a page that is left; unsaved fields stay in the stored copy. */
export function stopAutosave(page: Pick<AutosavePage, "draftId" | "step">): void {
  engines.get(engineKey(page))?.retire();
  engines.delete(engineKey(page));
}

function discardAccountDrafts(signingOut: Event): void {
  if (!(signingOut instanceof CustomEvent)) return;
  const isOfAccount: (name: string) => boolean = signingOut.detail;
  for (const [name, engine] of engines) if (isOfAccount(name)) engine.discard();
}

/**
 * Starts saving a page of this tab.
 * @param fields how its form reads.
 * @returns the engine, and the forms that never arrived, to be shown in order.
 */
export function startAutosave(
  page: AutosavePage,
  fields: Fields,
): { engine: AutosaveEngine; unsent: readonly Fields[] } {
  document.addEventListener(SIGNING_OUT, discardAccountDrafts);
  const name = engineKey(page);
  const isFirst = engines.size === 0;
  const backup = engines.get(name)?.retire(page.version);
  const engine = new AutosaveEngine(page, {
    put: async (path, init) => {
      await runBeforeSave(path);
      const response = await fetch(path, init);
      hearDraftVersion(response.headers, { answers: 1 });
      return response;
    },
    storage: () => localStorage,
    now: () => Date.now(),
    schedule,
    onSaved: (base, version) => rememberOwnSave(tabStorage, page, { base, version }),
  });
  engines.set(name, engine);
  const unsent = engine.start(fields, backup);
  // A later page may have files on their way, and what was typed before the scripts came would be lost:
  // those go the way of a change made elsewhere.
  const mayReload = isFirst && unsent.length === 0 && fields.length > 0;
  if (wasReadBeforeOwnSave(tabStorage, page) && mayReload) window.location.reload();
  return { engine, unsent };
}
