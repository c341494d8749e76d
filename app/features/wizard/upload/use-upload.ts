import { useMemo, useSyncExternalStore } from "react";
import { filesStatusText } from "~/domain/uploads/files-status";
import type { SlotRecord } from "~/domain/uploads/sending/slot-records.client";
import type { FileView, SlotVersions } from "~/domain/uploads/upload";
import {
  isUploadActive,
  losesBytes,
  type UploadFacts,
  type UploadState,
} from "~/domain/uploads/upload-state";
import { uploads } from "./uploads.client";

// The .client module is empty on the server, where these functions are never called.
function subscribe(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listen = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, DRAW_MS);
  };
  const stop = uploads.table.subscribe(listen);
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** One answer changes a file several times within moments; drawn each time, a slow phone stands still. */
const DRAW_MS = 16;

/** What `read` finds in this tab's uploads, whenever they change. @param onServer the same on the server. */
export function useUploads<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(subscribe, read, () => onServer);
}

/**
 * The upload of a slot in this tab, for what need not be drawn anew with every few bytes; undefined on the
 * server.
 */
export function useUpload(slot: string): UploadFacts | undefined {
  return useUploads(() => uploads.table.factsIn(slot), undefined);
}

/** The same with its progress. */
export function useUploadProgress(slot: string): UploadState | undefined {
  return useUploads(() => uploads.table.stateIn(slot), undefined);
}

/** The server's files, as changes made in this tab leave them before they are loaded again. */
export function useCurrentFiles(files: readonly FileView[]): readonly FileView[] {
  const records = useUploads(() => uploads.records.all(), NO_RECORDS);
  return useMemo(
    () => (records.length === 0 ? files : uploads.currentFiles(files)),
    [files, records],
  );
}

/** The versions of the draft's slots that this tab has made since its page was loaded. */
export const useSlotVersionsOfTab = (): SlotVersions =>
  useUploads(() => uploads.table.versionsOfTab(), NO_VERSIONS);

const NO_VERSIONS: SlotVersions = {};
const NO_RECORDS: readonly SlotRecord[] = [];

/** Whether any upload of this tab is active. */
export const useAnyUpload = (): boolean => useUploads(() => uploads.isSending(), false);

/** How many files of this tab are in a phase. */
export const useCountIn = (phase: UploadState["phase"]): number =>
  useUploads(() => uploads.table.allStates().filter((state) => state.phase === phase).length, 0);

/** The slots whose upload in this tab is not complete. */
export function useUploadingSlots(): string[] {
  // A string, since a new array for each snapshot would never be equal.
  const slots = useUploads(() => {
    const active = uploads.table.allStates().filter(isUploadActive);
    return active.map(({ slot }) => slot).join("\n");
  }, "");
  return slots === "" ? [] : slots.split("\n");
}

/** Whether leaving the page would interrupt an upload, or lose the unsent part of a paused one. */
export const useUnsentBytes = (): boolean =>
  useUploads(() => uploads.isSending() || uploads.table.allStates().some(losesBytes), false);

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
export function useUploadSummary(fileViews: readonly FileView[], slots?: readonly string[]) {
  return useSyncExternalStore(
    subscribeToAll,
    () => filesStatusText(fileViews, uploads.table.allStates(), navigator.onLine, slots),
    () => filesStatusText(fileViews, [], true),
  );
}

/** The number of sent bytes of all files of this tab, to detect a standstill. */
export const useBytesSent = (): number =>
  useUploads(
    () =>
      uploads.table.allStates().reduce((sum, { stored, inFlight }) => sum + stored + inFlight, 0),
    0,
  );

/** How many of the slots have a stored file: by this tab, else by `storedSlots` of the server. */
export function useStoredCount(slots: readonly string[], storedSlots: ReadonlySet<string>): number {
  return useUploads(
    () =>
      slots.filter((slot) => {
        const { phase, replaces } = uploads.table.stateIn(slot) ?? {};
        // A refused file does not replace the one before it.
        const before = replaces !== undefined || storedSlots.has(slot);
        return phase === "stored" || ((!phase || phase === "failed") && before);
      }).length,
    slots.filter((slot) => storedSlots.has(slot)).length,
  );
}
