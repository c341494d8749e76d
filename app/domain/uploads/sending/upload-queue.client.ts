import { previewPath } from "../preview";
import type { FileView } from "../upload";
import type { UploadKind } from "../upload-plan";
import { isUploadActive, type UploadState } from "../upload-state";
import {
  cancellationsDone,
  cancelOnServer,
  cancelSlotUpload,
  hasSavedUploads,
} from "./page-uploads.client";
import * as table from "./upload-table.client";

type Engine = typeof import("./upload-engine.client");

/** The draft whose files these are; empty until the page has said so. */
let draft = "";
let engine: Promise<Engine> | undefined;
/** Uploads the artist has removed: what the page still knows of them is out of date. */
const removedIds = new Set<string>();
const LOAD_AGAIN_MS = 3_000;

const importEngine = () => import("./upload-engine.client");

/**
 * All that sends is loaded with the first file: a page without one does not need it. Tries until
 * that has worked.
 */
async function load(): Promise<Engine> {
  for (;;) {
    try {
      return await importEngine();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, LOAD_AGAIN_MS));
    }
  }
}

function loaded(): Promise<Engine> {
  engine ??= load();
  return engine;
}

/** Loads what sends, for a page where a file is about to be chosen. */
export function preloadEngine(): void {
  void loaded();
}

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
  const own = uploadStates().find(({ uploadId }) => uploadId && previewPath(uploadId) === path);
  return own?.preview?.status === "made" ? own.preview.src : path;
}

/** The file in a slot, where this tab has it in hand. */
export function localFileIn(slot: string): File | undefined {
  return table.entryIn(slot)?.file;
}

/**
 * Takes a chosen file and sends it as soon as its header shows that it can be taken; a file already
 * in the slot is replaced. The file of an upload that was begun earlier goes on where that stands.
 * @param text why it cannot be taken, as far as its name, type and size tell.
 * @param mayBeStored whether the server may have all of it, so that it is asked first.
 */
export function enqueueFile(
  slot: string,
  kind: UploadKind,
  file: File,
  { text, mayBeStored = false }: { text?: string; mayBeStored?: boolean } = {},
): void {
  const before = uploadStateIn(slot);
  const { name: fileName, size } = file;
  const replaces = before?.phase === "stored" ? before : before?.replaces;
  const blank = { slot, kind, fileName, size, stored: 0, inFlight: 0, replaces };
  const entry: table.Entry = {
    state: { ...blank, phase: text ? "failed" : "checking", text },
    file,
  };
  table.setEntry(entry);
  const goesOn = before?.uploadId !== undefined && before.phase !== "stored";
  const resumes = goesOn || mayBeStored;
  // Also where it is refused: what the slot had before has to end.
  void loaded().then(({ startSending, stopUpload }) =>
    text ? stopUpload(slot) : startSending(entry, draft, resumes),
  );
}

/** Sends a failed file again. */
export function retry(slot: string): void {
  const entry = table.entryIn(slot);
  if (entry?.file) enqueueFile(slot, entry.state.kind, entry.file);
}

/** Stops sending a file until it is resumed; what the server has of it stays. */
export function pause(slot: string): void {
  void loaded().then((engine) => engine.pause(slot));
}

/** Goes on with a paused file. */
export function resume(slot: string): void {
  void loaded().then((engine) => engine.resume(slot));
}

/**
 * Has every file that waits for its next try make it now, its failed tries counting no more, and
 * those go on that were paused.
 */
export function retryWaiting(): void {
  for (const { slot, phase } of table.entryStates()) {
    const entry = table.entryIn(slot);
    if (entry && phase === "waiting") table.updateEntry(entry, { tries: 0 });
  }
  void engine?.then(({ retryAllNow }) => retryAllNow());
}

/** Stops sending and forgets the file; what the server already has of it is dropped too. */
export function remove(slot: string): void {
  const { uploadId, phase } = uploadStateIn(slot) ?? {};
  const draftId = draft;
  table.deleteEntry(slot);
  if (uploadId) {
    removedIds.add(uploadId);
    void cancelOnServer(uploadId);
  }
  // By its id it is known where it has arrived; a call that nobody has answered may have brought it.
  void engine?.then(({ discardUpload }) => discardUpload(slot, draftId, phase !== "stored"));
}

/** Lets go of a stored file in this tab alone: what the server does with it is up to what is saved. */
export function detachStoredFile(slot: string): void {
  table.deleteEntry(slot);
  void engine?.then(({ stopUpload }) => stopUpload(slot));
}

/**
 * The same as {@link remove} for a file that has not taken the place of the stored one, which is shown again. Where it
 * turns out to have done so, the slot is left to what the server has.
 * @param storedId what the server knows that one by.
 * @returns whether it is still there, as far as the server can be asked.
 */
export async function keepStoredFile(slot: string, storedId?: string): Promise<boolean> {
  const { replaces, uploadId } = uploadStateIn(slot) ?? {};
  const draftId = draft;
  const stays = replaces?.uploadId ?? storedId;
  const entry = replaces && { state: replaces };
  table.deleteEntry(slot);
  if (entry) table.setEntry(entry);
  void engine?.then(({ discardUpload }) => discardUpload(slot, draftId, false));
  // The other turned out to be the stored one: nothing is on its way.
  if (uploadId && uploadId === stays) return true;
  if (uploadId) removedIds.add(uploadId);
  const lies = await cancelSlotUpload({ draftId, slot }, { keep: "stored" });
  if (lies === undefined || lies === stays) return true;
  if (lies) removedIds.delete(lies);
  if (table.entryIn(slot) === entry) table.deleteEntry(slot);
  return false;
}

/**
 * Takes up what a draft's files lack, such as after a reload: from what is kept on this device
 * without a click, else by asking for the file. To be called when a page of the draft is shown;
 * calling it again changes nothing.
 * @param files what the server has of the draft.
 */
export function restore(draftId: string, files: readonly FileView[]): void {
  if (draft !== "" && draft !== draftId) clearUploads();
  draft = draftId;
  const current = files
    .filter(({ uploadId }) => !removedIds.has(uploadId))
    .map((file) =>
      removedIds.has(file.coming?.uploadId ?? "") ? { ...file, coming: undefined } : file,
    );
  const isUnsent = current.some(({ state, coming }) => state === "open" || coming);
  if (!hasSavedUploads() && !isUnsent) return;
  void loaded().then(async ({ restoreUploads }) => {
    // What is given up just now would be brought back by what this device remembers of it.
    await cancellationsDone();
    if (draft === draftId) await restoreUploads(draftId, current);
  });
}

/** Resolves as soon as no file is left for which `pending` holds. */
function settled(pending: (state: UploadState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (!table.entryStates().some(pending)) return resolve();
    const stop = table.subscribe(() => {
      if (table.entryStates().some(pending)) return;
      stop();
      resolve();
    });
  });
}

/**
 * Resolves when the server knows every chosen file (or has refused it), so that a step can be
 * saved; sending itself goes on while the artist does.
 */
export function allRegistered(): Promise<void> {
  void engine?.then(({ registerAllUploads }) => registerAllUploads());
  return settled((state) => !state.uploadId && isUploadActive(state));
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

/** Lets go of all files, after the release was submitted or for another draft's sake. */
export function clearUploads(): void {
  table.deleteAllEntries();
  draft = "";
  void engine?.then(({ stopAllUploads }) => stopAllUploads());
}
