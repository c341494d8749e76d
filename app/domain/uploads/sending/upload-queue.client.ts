import { conflictState, type SlotConflict } from "../slot-conflict";
import type { FileView, SlotVersions } from "../upload";
import type { UploadKind } from "../upload-plan";
import { isUploadActive } from "../upload-state";
import {
  cancellationsDone,
  cancelOnServer,
  changeSlotOnServer,
  hasSavedUploads,
} from "./page-uploads.client";
import {
  clearSlotVersions,
  dropOverride,
  newChoice,
  noteShownVersions,
  noteVersionOfTab,
  overrideSlot,
  slotVersion,
  unheardChoicesFor,
  withOverrides,
} from "./slot-versions.client";
import { settled, uploadStateIn } from "./upload-states.client";
import * as table from "./upload-table.client";

type Engine = typeof import("./upload-engine.client");

/** The draft whose files these are; empty until the page has said so. */
let draft = "";
let engine: Promise<Engine> | undefined;
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

/**
 * Takes a chosen file and sends it as soon as its header shows that it can be taken; a file already
 * in the slot is replaced. The file of an upload that was begun earlier goes on where that stands.
 * @param options.text why it cannot be taken, as far as its name, type and size tell.
 * @param options.mayBeStored whether the server may have all of it, so that it is asked first.
 * @param options.choice of an earlier try with this file.
 */
export function enqueueFile(
  slot: string,
  kind: UploadKind,
  file: File,
  { text, mayBeStored = false, choice = newChoice() }: EnqueueOptions = {},
): void {
  const before = uploadStateIn(slot);
  const { size } = file;
  const fileName = file.name.normalize("NFC");
  const replaces = before?.phase === "stored" ? before : before?.replaces;
  const blank = { slot, kind, fileName, size, stored: 0, inFlight: 0, replaces };
  const entry: table.Entry = {
    state: { ...blank, phase: text ? "failed" : "checking", text },
    file,
    ...(!text && { choice }),
  };
  table.setEntry(entry);
  const goesOn = before?.uploadId !== undefined && before.phase !== "stored";
  const resumes = goesOn || mayBeStored;
  const [draftId, version] = [draft, slotVersion(slot)];
  // Also where it is refused: what the slot had before has to end.
  const chosen = { draftId, choice, version, resumes };
  void loaded().then(({ startSending, stopUpload }) =>
    text ? stopUpload(slot) : startSending(entry, chosen),
  );
}

interface EnqueueOptions {
  text?: string | undefined;
  mayBeStored?: boolean;
  choice?: string | undefined;
}

/**
 * Sends a failed file again; one that another choice has overtaken takes its place.
 * @returns false where this tab does not have the file.
 */
export function retry(slot: string): boolean {
  const entry = table.entryIn(slot);
  if (!entry?.file) return false;
  const { kind, conflict } = entry.state;
  if (conflict) noteShownVersions({ [slot]: conflict.version });
  const { choice } = entry;
  enqueueFile(slot, kind, entry.file, { choice, mayBeStored: conflict !== undefined });
  return true;
}

/** Lets go of a file that another tab or device has overtaken: what that one has made of it stays. */
export function keepOther(slot: string): void {
  const { conflict, uploadId } = uploadStateIn(slot) ?? {};
  if (!conflict) return;
  const draftId = draft;
  noteShownVersions({ [slot]: conflict.version });
  table.deleteEntry(slot);
  void engine?.then(({ discardUpload }) => discardUpload(slot, draftId));
  if (uploadId) void cancelOnServer(uploadId);
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

/** Removes the file of a slot, stored or on its way. @returns the name of the file that stays. */
export function remove(slot: string): Promise<ChangeOutcome> {
  return changeSlot(slot, null);
}

/** Gives up the file that is to replace a stored one, or that came beside it. */
export function keepStoredFile(slot: string, storedId: string): Promise<ChangeOutcome> {
  return changeSlot(slot, storedId);
}

/** `conflict`: nothing was changed, since another tab or device was faster. */
export type ChangeOutcome = { conflict?: SlotConflict };

async function changeSlot(slot: string, uploadId: string | null): Promise<ChangeOutcome> {
  const entry = table.entryIn(slot);
  const draftId = draft;
  const storedEntry = [entry?.state, entry?.state.replaces].find(
    (state) => state?.phase === "stored" && state.uploadId === uploadId,
  );
  // A file that only this page has refused is not known to the server.
  const { phase, canRetry, uploadId: sentId, conflict } = entry?.state ?? {};
  const isUnknown = phase === "failed" && !canRetry && !sentId && !conflict;
  if (!isUnknown) overrideSlot(slot, { uploadId });
  table.deleteEntry(slot);
  if (storedEntry) table.setEntry({ state: storedEntry });
  void engine?.then(({ discardUpload }) => discardUpload(slot, draftId));
  if (isUnknown) return {};
  table.notify();
  const version = slotVersion(slot);
  const ownChoices = [
    ...new Set([...unheardChoicesFor(slot), ...(entry?.choice ? [entry.choice] : [])]),
  ];
  const change = { draft: draftId, slot, uploadId, version, ownChoices };
  const result = await changeSlotOnServer(change);
  if (draft !== draftId) return {};
  if (result && "version" in result) {
    noteVersionOfTab(slot, result.version, ownChoices);
    overrideSlot(slot, { uploadId, version: result.version });
    return {};
  }
  dropOverride(slot);
  // Nothing was changed: what is there is shown.
  if (storedEntry && uploadStateIn(slot) === storedEntry) table.deleteEntry(slot);
  else table.notify();
  return result ?? {};
}

/** Lets go of a stored file in this tab alone: what the server does with it is up to what is saved. */
export function detachStoredFile(slot: string): void {
  table.deleteEntry(slot);
  void engine?.then(({ stopUpload }) => stopUpload(slot));
}

/**
 * Takes up what a draft's files lack, such as after a reload: from what is kept on this device
 * without a click, else by asking for the file. To be called when a page of the draft is shown, and
 * whenever it has been loaded anew; calling it again changes nothing.
 * @param files what the server has of the draft.
 */
export function restore(
  draftId: string,
  files: readonly FileView[],
  slotVersions: SlotVersions,
): void {
  if (draft !== "" && draft !== draftId) clearUploads();
  draft = draftId;
  for (const slot of noteShownVersions(slotVersions)) noticeChange(slot, files);
  const current = withOverrides(files);
  const isUnsent = current.some(({ state, coming }) => state === "open" || coming);
  if (!hasSavedUploads() && !isUnsent) return;
  void loaded().then(async ({ restoreUploads }) => {
    // What is given up just now would be brought back by what this device remembers of it.
    await cancellationsDone();
    if (draft === draftId) await restoreUploads(draftId, withOverrides(current));
  });
}

/** Another tab or device has changed a slot: a file of this tab is not the one that lies there. */
function noticeChange(slot: string, files: readonly FileView[]): void {
  const entry = table.entryIn(slot);
  const file = files.find((view) => view.slot === slot);
  if (!entry?.choice || file?.choice === entry.choice) return;
  const { state } = entry;
  const isSending = state.phase !== "stored" && entry.file !== undefined;
  // The change may be an earlier choice of this tab: the server tells when it hears of this one.
  if (isSending && unheardChoicesFor(slot).some((choice) => choice !== entry.choice)) return;
  // It may be the same file, sent before a reload: the server compares the bytes.
  if (isSending && file?.size === state.size) return;
  if (isSending) {
    const conflict = { slot, version: slotVersion(slot), ...(file && { file }) };
    void engine?.then(({ stopUpload }) => stopUpload(slot));
    table.updateEntry(entry, conflictState(conflict, state));
    return;
  }
  table.deleteEntry(slot);
  void engine?.then(({ stopUpload }) => stopUpload(slot));
}

/** A draft's files as this tab's own changes leave them. */
export function currentFiles(files: readonly FileView[]): FileView[] {
  return withOverrides(files);
}

/**
 * Resolves when the server knows every chosen file (or has refused it), so that a step can be
 * saved; sending itself goes on while the artist does.
 */
export function allRegistered(): Promise<void> {
  void engine?.then(({ registerAllUploads }) => registerAllUploads());
  return settled((state) => !state.uploadId && isUploadActive(state));
}

/** Lets go of all files, after the release was submitted or for another draft's sake. */
export function clearUploads(): void {
  table.deleteAllEntries();
  clearSlotVersions();
  draft = "";
  void engine?.then(({ stopAllUploads }) => stopAllUploads());
}
