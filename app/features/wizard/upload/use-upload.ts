import { useMemo, useSyncExternalStore } from "react";
import { filesStatusText } from "~/domain/uploads/files-status";
import { slotOverridesKey, slotVersionsOfTab } from "~/domain/uploads/sending/slot-versions.client";
import { currentFiles } from "~/domain/uploads/sending/upload-queue.client";
import {
  isSending,
  subscribe,
  uploadingSlots,
  uploadStateIn,
  uploadStates,
  wouldLoseBytes,
} from "~/domain/uploads/sending/upload-states.client";
import type { FileView, SlotVersions } from "~/domain/uploads/upload";
import type { UploadState } from "~/domain/uploads/upload-state";

/** The state of the upload of a slot in this tab; undefined on the server. */
export function useUpload(slot: string): UploadState | undefined {
  // The .client module is empty on the server, where these functions are never called.
  return useSyncExternalStore(
    (listener) => subscribe(listener),
    () => uploadStateIn(slot),
    () => undefined,
  );
}

/** The server's files, as changes made in this tab leave them before they are loaded again. */
export function useCurrentFiles(files: readonly FileView[]): readonly FileView[] {
  const overridesKey = useSyncExternalStore(
    (listener) => subscribe(listener),
    () => slotOverridesKey(),
    () => "",
  );
  return useMemo(() => (overridesKey === "" ? files : currentFiles(files)), [files, overridesKey]);
}

/** The versions of the draft's slots that this tab has made since its page was loaded. */
export function useSlotVersionsOfTab(): SlotVersions {
  return useSyncExternalStore(
    (listener) => subscribe(listener),
    () => slotVersionsOfTab(),
    () => NO_VERSIONS,
  );
}

const NO_VERSIONS: SlotVersions = {};

/** Whether any upload of this tab is active. */
export function useAnyUpload(): boolean {
  return useSyncExternalStore(
    (listener) => subscribe(listener),
    () => isSending(),
    () => false,
  );
}

/** The slots whose upload in this tab is not complete. */
export function useUploadingSlots(): string[] {
  const slots = useSyncExternalStore(
    (listener) => subscribe(listener),
    // A string, since a new array for each snapshot would never be equal.
    () => uploadingSlots().join("\n"),
    () => "",
  );
  return slots === "" ? [] : slots.split("\n");
}

/** Whether leaving the page would interrupt an upload, or lose the unsent part of a paused one. */
export function useUnsentBytes(): boolean {
  return useSyncExternalStore(
    (listener) => subscribe(listener),
    () => isSending() || wouldLoseBytes(),
    () => false,
  );
}

/** Subscribes to all uploads and to the online state. */
function subscribeToAll(listener: () => void): () => void {
  const stop = subscribe(listener);
  const events = ["online", "offline"];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    stop();
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/**
 * The state of all files of the draft in one line.
 * @param fileViews the server's files. @param slots the slots of its saved answers, if there are any.
 */
export function useUploadSummary(
  fileViews: readonly FileView[],
  slots?: readonly string[],
): string {
  return useSyncExternalStore(
    subscribeToAll,
    () => filesStatusText(fileViews, uploadStates(), navigator.onLine, slots),
    () => filesStatusText(fileViews, [], true),
  );
}

/** The number of sent bytes of all files of this tab, to detect a standstill. */
export function useBytesSent(): number {
  return useSyncExternalStore(
    (listener) => subscribe(listener),
    () => uploadStates().reduce((sum, { stored, inFlight }) => sum + stored + inFlight, 0),
    () => 0,
  );
}

/** How many of the slots have a stored file: by this tab, else by `storedSlots` of the server. */
export function useStoredCount(slots: readonly string[], storedSlots: ReadonlySet<string>): number {
  return useSyncExternalStore(
    (listener) => subscribe(listener),
    () =>
      slots.filter((slot) => {
        const { phase, replaces } = uploadStateIn(slot) ?? {};
        // A refused file does not replace the one before it.
        const before = replaces !== undefined || storedSlots.has(slot);
        return phase === "stored" || ((!phase || phase === "failed") && before);
      }).length,
    () => slots.filter((slot) => storedSlots.has(slot)).length,
  );
}
