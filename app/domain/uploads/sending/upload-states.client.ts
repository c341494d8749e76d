import { previewPath } from "../preview";
import { isUploadActive, type UploadState } from "../upload-state";
import * as table from "./upload-table.client";

/** Calls `listen` on every change of any file; returns the function that stops it. */
export function subscribe(listen: () => void): () => void {
  return table.subscribe(listen);
}

/** The states of all files of this tab. */
export function uploadStates(): UploadState[] {
  return table.entryStates();
}

/** The state of the file in a slot, if this tab has one. */
export function uploadStateIn(slot: string): UploadState | undefined {
  return table.entryIn(slot)?.state;
}

/** Where a stored picture is seen: the one that this tab has made of it, else where it is stored. */
export function localPictureUrl(path: string): string {
  const state = uploadStates().find(({ uploadId }) => uploadId && previewPath(uploadId) === path);
  return state?.preview?.status === "made" ? state.preview.src : path;
}

/** The file in a slot, where this tab has it in hand. */
export function localFileIn(slot: string): File | undefined {
  return table.entryIn(slot)?.file;
}

/** Resolves as soon as no file is left for which `pending` holds. */
export function settled(pending: (state: UploadState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (!table.entryStates().some(pending)) return resolve();
    const stop = table.subscribe(() => {
      if (table.entryStates().some(pending)) return;
      stop();
      resolve();
    });
  });
}

/** Resolves when nothing is on its way any more: every file stored, or failed with its text. */
export function allUploadsDone(): Promise<void> {
  return settled(isUploadActive);
}

/** The slots of this tab's files that still have unsent bytes. */
export function uploadingSlots(): string[] {
  return table
    .entryStates()
    .filter(isUploadActive)
    .map(({ slot }) => slot);
}

/** Whether any file of this tab still has unsent bytes. */
export function isSending(): boolean {
  return table.entryStates().some(isUploadActive);
}

/**
 * Whether leaving the page would lose bytes: some are unsent, and this device keeps no copy that
 * would be gone on with. Asking before the page is left makes sense only then.
 */
export function wouldLoseBytes(): boolean {
  return table
    .entryStates()
    .some(
      (one) =>
        (isUploadActive(one) || one.phase === "paused") && !one.kept && one.stored < one.size,
    );
}
