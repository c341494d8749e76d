import {
  deleteExpiredOfflineDraft,
  readOfflineDraft,
  saveOfflineAnswers,
  saveOfflinePage,
} from "~/domain/submission/offline/offline-draft.client";
import { SKIP_WAITING, WORKER_PATH } from "~/domain/submission/offline/service-worker";
import { stepIndex, steps } from "~/domain/submission/steps/steps";
import { setBeforeSave } from "~/forms/autosave/open-autosaves.client";

// Prepares pages of the form for offline use; loaded when the browser is idle. What is needed while offline
// is in `disconnected-module`.

export const offlineStore = { page: saveOfflinePage, saved: saveOfflineAnswers };

/** Whether the page is about to show a step that the server refused. */
let isShowingUnsentStep = false;

export function setShowingUnsentStep(isShowing: boolean): void {
  isShowingUnsentStep = isShowing;
}

/** Whether a step that was done offline is still to be sent. */
export const hasPendingSteps = (): boolean => Boolean(readOfflineDraft()?.next.length);

/** The server takes a step only after the ones before it. */
setBeforeSave(async (path) => {
  const stepPosition = steps.findIndex(({ id }) => path.endsWith(`/current/${id}`));
  if (
    isShowingUnsentStep ||
    readOfflineDraft()?.next.some((step) => stepIndex(step) < stepPosition)
  )
    throw new Error("Earlier steps are not sent yet.");
});

/**
 * Registers the service worker and deletes an expired stored draft.
 * @param onNewer called with a function that activates a newer version, whenever one is waiting.
 */
export async function registerOfflineWorker(onNewer: (takeOver: () => Promise<void>) => void) {
  deleteExpiredOfflineDraft();
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register(WORKER_PATH, {
    updateViaCache: "none",
  });
  const takeOver = async () => {
    const { uploads } = await import("../upload/uploads.client");
    await uploads.savePage();
    const reload = () => location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    registration.waiting?.postMessage(SKIP_WAITING);
  };
  // The first worker waits for a moment as well, but has no predecessor.
  const checkWaiting = () => registration.active && registration.waiting && onNewer(takeOver);
  checkWaiting();
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", checkWaiting),
  );
}
