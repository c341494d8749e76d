import { useSyncExternalStore } from "react";
import { isSending, subscribe, uploadIn } from "~/uploads/upload-queue.client";
import type { UploadState } from "~/uploads/upload-state";

/** The live state of the file chosen for a slot in this tab; undefined on the server. */
export function useUpload(slot: string): UploadState | undefined {
  // The .client module is empty on the server, where neither function is ever called.
  return useSyncExternalStore(
    (listen) => subscribe(listen),
    () => uploadIn(slot),
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
