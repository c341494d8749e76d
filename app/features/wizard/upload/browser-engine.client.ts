import { savedAdvice, savedWaveforms } from "~/domain/uploads/reading/saved-findings.client";
import { browserDeps } from "~/domain/uploads/sending/browser-transport.client";
import { createCompression, UploadEngine } from "~/domain/uploads/sending/upload-engine.client";
import type { UploadQueue } from "~/domain/uploads/sending/upload-queue.client";
import { isUploadActive, type UploadState } from "~/domain/uploads/upload-state";
import { openUploadWatch } from "~/domain/uploads/upload-watch";
import { isMeasured, UPLOAD_HEALTH_PATH } from "~/observability/monitoring-paths";
import { WakeLock } from "~/platform/wake-lock.client";

/** Remembers on this device what was found in a file, for when its page is opened again. */
function rememberFindings(table: UploadQueue["table"]): void {
  const lastAdvice = new Map<string, UploadState["advice"]>();
  table.subscribe(() => {
    for (const { uploadId, advice, waveform } of table.allStates()) {
      if (!uploadId || !advice || lastAdvice.get(uploadId) === advice) continue;
      lastAdvice.set(uploadId, advice);
      savedAdvice.save(uploadId, advice);
      if (waveform) savedWaveforms.save(uploadId, waveform);
    }
  });
}

/** Tells that a file failed in any case; how fast another was, where its artist lets us measure. */
function reportHealth(table: UploadQueue["table"]): void {
  const watch = openUploadWatch(
    (health) => {
      if (health.ended === "stored" && !isMeasured(document.documentElement)) return;
      const body = new Blob([JSON.stringify(health)], { type: "application/json" });
      navigator.sendBeacon(UPLOAD_HEALTH_PATH, body);
    },
    () => Math.round(performance.now()),
  );
  table.subscribe(() => watch(table.allStates()));
}

/** What sends the files of a page in this browser. */
export function createBrowserEngine(queue: UploadQueue): UploadEngine {
  const { table } = queue;
  const hurry = new EventTarget();
  const wakeLock = new WakeLock();
  table.subscribe(() => wakeLock.keep(table.allStates().some(isUploadActive)));
  rememberFindings(table);
  reportHealth(table);
  const browser = { ...browserDeps(hurry), compression: createCompression() };
  return new UploadEngine(queue, browser, () => hurry.dispatchEvent(new Event("now")));
}
