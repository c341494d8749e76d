import { setBeforeSave } from "~/forms/autosave/browser-autosave.client";
import {
  deleteExpiredOfflineDraft,
  readOfflineDraft,
  saveOfflineAnswers,
  saveOfflinePage,
} from "~/submission/offline/offline-draft.client";
import { SKIP_WAITING, WORKER_PATH } from "~/submission/offline/service-worker";
import { stepIndex, steps } from "~/submission/steps/steps";

// What every page of the form does so that it opens without a connection; loaded when nothing else is
// to do. What it takes to go on without one is loaded when there is none: see `disconnected-module`.

export const offlineStore = { page: saveOfflinePage, saved: saveOfflineAnswers };

/** Whether a step is about to be shown that the server did not take. */
let isAsking = false;

export function setShowingUnsentStep(is: boolean): void {
  isAsking = is;
}

/** Whether a step waits for the server that was done without a connection. */
export const hasPendingSteps = (): boolean => Boolean(readOfflineDraft()?.next.length);

/** A step is taken by the server once the ones before it have passed. */
setBeforeSave(async (path) => {
  const here = steps.findIndex(({ id }) => path.endsWith(`/current/${id}`));
  if (isAsking || readOfflineDraft()?.next.some((step) => stepIndex(step) < here))
    throw new Error("Earlier steps are still to be sent.");
});

/**
 * Has the browser keep the form, and no longer one that nobody came back to.
 * @param onNewer called with what lets a newer version take over, whenever one waits.
 */
export async function registerOfflineWorker(
  onNewer: (takeOver: () => Promise<void>) => void,
): Promise<void> {
  deleteExpiredOfflineDraft();
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register(WORKER_PATH, {
    updateViaCache: "none",
  });
  const takeOver = async () => {
    const { savePage } = await import("~/uploads/sending/page-uploads.client");
    await savePage();
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    registration.waiting?.postMessage(SKIP_WAITING);
  };
  // The first of all waits for a moment, too, before it is at work: it is no newer one.
  const look = () => registration.active && registration.waiting && onNewer(takeOver);
  look();
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", look),
  );
}
