import type { UploadKind } from "../plan";
import { previewPath } from "../preview";
import type { FileView } from "../upload";
import { isOnItsWay, type UploadState } from "../upload-state";
import { allForgotten, forgetUpload, giveUpSlot, remembersUploads } from "./page-side.client";
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
export function prepare(): void {
  void loaded();
}

/** Calls `listen` on every change of any file; returns the function that stops it. */
export function subscribe(listen: () => void): () => void {
  return table.subscribe(listen);
}

/** The states of all files of this tab. */
export function uploads(): UploadState[] {
  return table.states();
}

/** The state of the file in a slot, if this tab has one. */
export function uploadIn(slot: string): UploadState | undefined {
  return table.entryIn(slot)?.state;
}

/** Where a stored picture is seen: the one that this tab has made of it, else where it is stored. */
export function pictureHere(path: string): string {
  const own = uploads().find(({ uploadId }) => uploadId && previewPath(uploadId) === path);
  return own?.preview?.is === "made" ? own.preview.src : path;
}

/** The file in a slot, where this tab has it in hand. */
export function fileIn(slot: string): File | undefined {
  return table.entryIn(slot)?.file;
}

/**
 * Takes a chosen file and sends it as soon as its header shows that it can be taken; a file already
 * in the slot is replaced. The file of an upload that was begun earlier goes on where that stands.
 * @param text why it cannot be taken, as far as its name, type and size tell.
 * @param mayBeStored whether the server may have all of it, so that it is asked first.
 */
export function take(
  slot: string,
  kind: UploadKind,
  file: File,
  { text, mayBeStored = false }: { text?: string; mayBeStored?: boolean } = {},
): void {
  const before = uploadIn(slot);
  const { name: fileName, size } = file;
  const replaces = before?.phase === "stored" ? before : before?.replaces;
  const blank = { slot, kind, fileName, size, stored: 0, inFlight: 0, replaces };
  const entry: table.Entry = {
    state: { ...blank, phase: text ? "failed" : "checking", text },
    file,
  };
  table.put(entry);
  const goesOn = before?.uploadId !== undefined && before.phase !== "stored";
  const resumes = goesOn || mayBeStored;
  // Also where it is refused: what the slot had before has to end.
  void loaded().then(({ begin, end }) => (text ? end(slot) : begin(entry, draft, resumes)));
}

/** Sends a failed file again. */
export function retry(slot: string): void {
  const entry = table.entryIn(slot);
  if (entry?.file) take(slot, entry.state.kind, entry.file);
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
export function tryWaiting(): void {
  for (const { slot, phase } of table.states()) {
    const entry = table.entryIn(slot);
    if (entry && phase === "waiting") table.change(entry, { tries: 0 });
  }
  void engine?.then(({ hurry }) => hurry());
}

/** Stops sending and forgets the file; what the server already has of it is dropped too. */
export function remove(slot: string): void {
  const { uploadId, phase } = uploadIn(slot) ?? {};
  const draftId = draft;
  table.drop(slot);
  if (uploadId) {
    removedIds.add(uploadId);
    void forgetUpload(uploadId);
  }
  // By its id it is known where it has arrived; a call that nobody has answered may have brought it.
  void engine?.then(({ forget }) => forget(slot, draftId, phase !== "stored"));
}

/** Lets go of a stored file in this tab alone: what the server does with it is up to what is saved. */
export function release(slot: string): void {
  table.drop(slot);
  void engine?.then(({ end }) => end(slot));
}

/**
 * The same as {@link remove} for a file that has not taken the place of the stored one, which is shown again. Where it
 * turns out to have done so, the slot is left to what the server has.
 * @param storedId what the server knows that one by.
 * @returns whether it is still there, as far as the server can be asked.
 */
export async function keep(slot: string, storedId?: string): Promise<boolean> {
  const { replaces, uploadId } = uploadIn(slot) ?? {};
  const draftId = draft;
  const stays = replaces?.uploadId ?? storedId;
  const entry = replaces && { state: replaces };
  table.drop(slot);
  if (entry) table.put(entry);
  void engine?.then(({ forget }) => forget(slot, draftId, false));
  // The other turned out to be the stored one: nothing is on its way.
  if (uploadId && uploadId === stays) return true;
  if (uploadId) removedIds.add(uploadId);
  const lies = await giveUpSlot({ draftId, slot }, { keep: "stored" });
  if (lies === undefined || lies === stays) return true;
  if (lies) removedIds.delete(lies);
  if (table.entryIn(slot) === entry) table.drop(slot);
  return false;
}

/**
 * Takes up what a draft's files lack, such as after a reload: from what is kept on this device
 * without a click, else by asking for the file. To be called when a page of the draft is shown;
 * calling it again changes nothing.
 * @param files what the server has of the draft.
 */
export function restore(draftId: string, files: readonly FileView[]): void {
  if (draft !== "" && draft !== draftId) clear();
  draft = draftId;
  const current = files
    .filter(({ uploadId }) => !removedIds.has(uploadId))
    .map((file) =>
      removedIds.has(file.coming?.uploadId ?? "") ? { ...file, coming: undefined } : file,
    );
  const isUnsent = current.some(({ state, coming }) => state === "open" || coming);
  if (!remembersUploads() && !isUnsent) return;
  void loaded().then(async ({ comeBack }) => {
    // What is given up just now would be brought back by what this device remembers of it.
    await allForgotten();
    if (draft === draftId) await comeBack(draftId, current);
  });
}

/** Resolves as soon as no file is left for which `pending` holds. */
function settled(pending: (state: UploadState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (!table.states().some(pending)) return resolve();
    const stop = table.subscribe(() => {
      if (table.states().some(pending)) return;
      stop();
      resolve();
    });
  });
}

/**
 * Resolves when the server knows every chosen file (or has refused it), so that a step can be
 * saved; sending itself goes on while the artist does.
 */
export function allKnown(): Promise<void> {
  void engine?.then(({ announceAll }) => announceAll());
  return settled((state) => !state.uploadId && isOnItsWay(state));
}

/** Resolves when nothing is on its way any more: every file stored, or failed with its text. */
export function allSettled(): Promise<void> {
  return settled(isOnItsWay);
}

/** The slots of this tab's files that still have unsent bytes. */
export function slotsOnTheirWay(): string[] {
  return table
    .states()
    .filter(isOnItsWay)
    .map(({ slot }) => slot);
}

/** Whether any file of this tab still has unsent bytes. */
export function isSending(): boolean {
  return table.states().some(isOnItsWay);
}

/**
 * Whether leaving the page would lose bytes: some are unsent, and this device keeps no copy that
 * would be gone on with. Asking before the page is left makes sense only then.
 */
export function hasUnsafeBytes(): boolean {
  return table
    .states()
    .some(
      (one) => (isOnItsWay(one) || one.phase === "paused") && !one.kept && one.stored < one.size,
    );
}

/** Lets go of all files, after the release was submitted or for another draft's sake. */
export function clear(): void {
  table.dropAll();
  draft = "";
  void engine?.then(({ endAll }) => endAll());
}
