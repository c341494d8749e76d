import { useNavigate, useRouteLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { OfflinePage, SavedPage } from "~/domain/submission/offline/offline-draft.client";
import { canOpen, firstOpenStep } from "~/domain/submission/steps/steps";
import type { AutosaveState } from "~/forms/autosave/autosave-state";
import { useOnChange } from "~/ui/use-on-change";

type OfflineModule = typeof import("./offline-module");
type DisconnectedModule = typeof import("./disconnected-module");

const importOffline = () => import("./offline-module");
const importDisconnected = () => import("./disconnected-module");

let offline: Promise<OfflineModule | undefined> | undefined;
let disconnected: Promise<DisconnectedModule | undefined> | undefined;
let resolveIdle = () => {};

/** The delay in browsers without requestIdleCallback. */
const QUIET_MS = 3_000;

/** Resolves when the page has loaded and the browser is idle, or as soon as `resolveIdle` is called. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    resolveIdle = resolve;
    const waitForIdle = () =>
      "requestIdleCallback" in window
        ? requestIdleCallback(() => resolve())
        : setTimeout(resolve, QUIET_MS);
    if (document.readyState === "complete") waitForIdle();
    else window.addEventListener("load", waitForIdle, { once: true });
  });
}

/**
 * Loads the offline support once, when the browser is idle, or at once.
 * @returns undefined if it cannot be loaded, for example offline.
 */
export function loadOfflineModule(immediately = false): Promise<OfflineModule | undefined> {
  offline ??= whenIdle()
    .then(importOffline)
    .catch(() => {
      offline = undefined;
      return undefined;
    });
  if (immediately) resolveIdle();
  return offline;
}

/**
 * Loads at once what is needed while offline and on reconnecting. @returns undefined if it cannot be loaded.
 */
export function loadDisconnectedModule(): Promise<DisconnectedModule | undefined> {
  disconnected ??= loadOfflineModule(true)
    .then(importDisconnected)
    .catch(() => {
      disconnected = undefined;
      return undefined;
    });
  return disconnected;
}

/** The data of a step as stored in this browser. */
export type OfflineStepDraft = NonNullable<ReturnType<DisconnectedModule["readOfflineStep"]>>;

/** Why a shell cannot show its form. */
export type UnavailableReason = "opening" | "nothing-kept";

/** The data of a step's page. */
export interface StepData extends SavedPage {
  page: OfflinePage;
}

function useCanStore(): boolean {
  return useRouteLoaderData<{ keepsForm: boolean }>("routes/submit")?.keepsForm === true;
}

/**
 * Reads the stored data of a step for a shell. A page with a draft stores its data instead.
 * @returns `copy` to use instead of the page's own data, or why it is `missing`; and a key that keeps the
 * form mounted when the draft itself arrives.
 */
export function useOfflineStep({
  page,
  saved,
  completed,
  files,
  slotVersions,
  prefill,
}: StepData): {
  copy?: OfflineStepDraft;
  missing?: UnavailableReason;
  formKey: string;
} {
  const canStore = useCanStore();
  const navigate = useNavigate();
  const isShell = page.draftId === "";
  const [lookup, setLookup] = useState<{ copy: OfflineStepDraft | undefined }>();
  const { step } = page;
  useEffect(() => {
    if (!canStore) return;
    let isCancelled = false;
    if (!isShell) {
      const pageData = { saved, completed, files, slotVersions, prefill };
      void loadOfflineModule().then((module) => module?.offlineStore.page(page, pageData));
      return;
    }
    void loadDisconnectedModule().then((module) => {
      if (isCancelled) return;
      const copy = module?.readOfflineStep(step);
      // Set once: a later copy would overwrite input.
      setLookup((current) =>
        copy && current?.copy?.page.draftId === copy.page.draftId ? current : { copy },
      );
      if (copy && !canOpen(step, copy.completed))
        navigate(`${firstOpenStep(copy.completed).path}?early=${step}`, { replace: true });
    });
    return () => {
      isCancelled = true;
    };
  }, [canStore, isShell, page, saved, completed, files, slotVersions, prefill, step, navigate]);
  // Another draft than the stored one gets a form of its own.
  const formKey = lookup?.copy ? page.draftId || lookup.copy.page.draftId : "";
  if (!isShell) return { formKey };
  if (lookup?.copy) return { copy: lookup.copy, formKey };
  return { missing: lookup ? "nothing-kept" : "opening", formKey };
}

/** Stores the saved values of a step while the artist types. @param read returns what the form displays. */
export function useStoreOffline(
  state: AutosaveState,
  read: () => [page: OfflinePage, saved: object] | undefined,
): void {
  const canStore = useCanStore();
  useOnChange(state, () => {
    const data = canStore && state.phase === "saved" ? read() : undefined;
    if (data) void loadOfflineModule().then((module) => module?.offlineStore.saved(...data));
  });
}

/** Where Next or Back leads while the server cannot be reached; see `advanceOffline`. */
export async function continueOffline(page: OfflinePage, intent: string) {
  return (await loadDisconnectedModule())?.advanceOffline(page, intent);
}
