import { useSyncExternalStore } from "react";
import { filesStatusText } from "~/uploads/files-status";
import {
  isSending,
  subscribe,
  uploadingSlots,
  uploadStateIn,
  uploadStates,
  wouldLoseBytes,
} from "~/uploads/sending/upload-queue.client";
import type { FileView } from "~/uploads/upload";
import type { UploadState } from "~/uploads/upload-state";

/** The live state of the file chosen for a slot in this tab; undefined on the server. */
export function useUpload(slot: string): UploadState | undefined {
  // The .client module is empty on the server, where neither function is ever called.
  return useSyncExternalStore(
    (listen) => subscribe(listen),
    () => uploadStateIn(slot),
    () => undefined,
  );
}

/** Whether any file chosen in this tab is still on its way. */
export function useAnyUpload(): boolean {
  return useSyncExternalStore(
    (listen) => subscribe(listen),
    () => isSending(),
    () => false,
  );
}

/** The slots whose file this tab has in hand and the server does not have yet. */
export function useUploadingSlots(): string[] {
  const slots = useSyncExternalStore(
    (listen) => subscribe(listen),
    // One text: a list would be another one each time it is asked for.
    () => uploadingSlots().join("\n"),
    () => "",
  );
  return slots === "" ? [] : slots.split("\n");
}

/** Whether leaving the page now would interrupt a file, or lose what was not sent of a paused one. */
export function useUnsentBytes(): boolean {
  return useSyncExternalStore(
    (listen) => subscribe(listen),
    () => isSending() || wouldLoseBytes(),
    () => false,
  );
}

/** Calls back on every change of any file, and when the connection comes or goes. */
function listenToAll(listen: () => void): () => void {
  const stop = subscribe(listen);
  const events = ["online", "offline"];
  for (const event of events) window.addEventListener(event, listen);
  return () => {
    stop();
    for (const event of events) window.removeEventListener(event, listen);
  };
}

/**
 * How all files of the draft stand, in one line.
 * @param fileViews what the server has. @param slots those that its saved answers have, if there are any.
 */
export function useUploadSummary(
  fileViews: readonly FileView[],
  slots?: readonly string[],
): string {
  return useSyncExternalStore(
    listenToAll,
    () => filesStatusText(fileViews, uploadStates(), navigator.onLine, slots),
    () => filesStatusText(fileViews, [], true),
  );
}

/** How many bytes of all files of this tab have left it: what stands still when nothing moves. */
export function useBytesSent(): number {
  return useSyncExternalStore(
    (listen) => subscribe(listen),
    () => uploadStates().reduce((sum, { stored, inFlight }) => sum + stored + inFlight, 0),
    () => 0,
  );
}

/** How many of the slots have their file: by this tab, else by `storedSlots`, which the server knows. */
export function useStoredCount(slots: readonly string[], storedSlots: ReadonlySet<string>): number {
  return useSyncExternalStore(
    (listen) => subscribe(listen),
    () =>
      slots.filter((slot) => {
        const { phase, replaces } = uploadStateIn(slot) ?? {};
        // A file that was refused has not replaced the one before it.
        const before = replaces !== undefined || storedSlots.has(slot);
        return phase === "stored" || ((!phase || phase === "failed") && before);
      }).length,
    () => slots.filter((slot) => storedSlots.has(slot)).length,
  );
}
