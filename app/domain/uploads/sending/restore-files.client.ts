import { TabLock } from "~/platform/tab-lock.client";
import { findCopy, removeCopy, removeOtherCopies } from "../reading/local-copies.client";
import { StoredBytes } from "../stored-bytes";
import type { FileView } from "../upload";
import { needsFile, type UploadState } from "../upload-state";
import type { FileBytes, FileUploadDeps } from "./file-upload.client";
import { statusCall } from "./server-calls.client";
import { type FileRecord, isFileRecord } from "./slot-records.client";
import { RefusedError, withRetries } from "./transport.client";
import type { Entry } from "./upload-table.client";

type Take = (entry: Entry, record: FileRecord, file: FileBytes) => void;

/** A draft whose page is shown, and what the server has of it. */
interface DraftFiles {
  draftId: string;
  files: readonly FileView[];
}

/** What is on its way to a draft's slots, in the place of a stored file or not. */
function unsentOf(files: readonly FileView[]): FileView[] {
  const unsent = files.flatMap((file): FileView[] => {
    if (file.state === "open") return [file];
    return file.coming ? [{ ...file, ...file.coming, state: "open", coming: undefined }] : [];
  });
  return unsent.filter(({ size }) => size > 0);
}

/** A stored file as the tab would know it that has sent it. */
function stateOf({ slot, kind, fileName, size, uploadId, url, probe }: FileView): UploadState {
  const file = { slot, kind, fileName, size, uploadId, url, probe: probe ?? undefined };
  return { ...file, stored: size, inFlight: 0, phase: "stored" };
}

type KnownFile = Pick<FileRecord, "slot" | "kind" | "fileName" | "size" | "uploadId" | "choice"> & {
  fingerprint: string | null;
  at?: number;
};

/** Takes up the files of a draft that were not finished on an earlier visit, or on another device. */
export class FileRestorer {
  /** The slots that are looked at just now. */
  private readonly busy = new Set<string>();
  private isSwept = false;

  constructor(
    private readonly deps: FileUploadDeps,
    private readonly take: Take,
  ) {}

  /** @param draft.files as the server has them, with this browser's own changes. */
  restore(draft: DraftFiles, signal: AbortSignal): void {
    const records = this.deps.records.all().filter(isFileRecord);
    if (!this.isSwept) void removeOtherCopies(new Set(records.map(({ copy }) => copy)));
    this.isSwept = true;
    const draftRecords = records.filter(({ draftId }) => draftId === draft.draftId);
    const slots = new Set([...draftRecords, ...unsentOf(draft.files)].map(({ slot }) => slot));
    for (const slot of slots)
      this.restoreSlot(slot, draft, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
  }

  private async restoreSlot(slot: string, draft: DraftFiles, signal: AbortSignal): Promise<void> {
    const { table, records } = this.deps;
    const found = records.find({ draftId: draft.draftId, slot });
    const record = isFileRecord(found) ? found : undefined;
    const shownState = table.entryIn(slot)?.state;
    // What was asked for by its name may turn out to be there: its answer came after the page was left.
    if (shownState && needsFile(shownState) && record && isAnnounced(record, draft))
      table.delete(slot);
    if (table.entryIn(slot) || this.busy.has(slot)) return;
    this.busy.add(slot);
    try {
      if (record) await this.goOn(record, draft, signal);
      const view = unsentOf(draft.files).find((file) => file.slot === slot);
      if (!view || signal.aborted || table.entryIn(slot)) return;
      const choice = view.choice ?? view.uploadId;
      this.showWithoutBytes({ ...view, choice }, draft, view.storedBytes);
    } finally {
      this.busy.delete(slot);
    }
  }

  /** Goes on with a file whose bytes may be on this device. */
  private async goOn(record: FileRecord, draft: DraftFiles, signal: AbortSignal): Promise<void> {
    const { table, records } = this.deps;
    const { slot, fileName, type, size } = record;
    const copy = record.sha256 ? await findCopy(record.copy, size) : undefined;
    if (signal.aborted || table.entryIn(slot)) return;
    if (copy) {
      const entry = entryOf(record, draft, "sending");
      entry.file = new File([copy], fileName, { type });
      table.set(entry);
      return this.take(entry, record, { bytes: copy, origin: "copy" });
    }
    // Another tab may be just about to make the copy, and to send it.
    let latest = record;
    const elsewhere = entryOf(record, draft, "elsewhere");
    let isElsewhere = false;
    const onBusy = () => {
      isElsewhere = true;
      table.set(elsewhere);
    };
    const onStored = (stored: number) => {
      const now = records.find(record);
      if (isFileRecord(now)) latest = now;
      table.update(elsewhere, { stored });
    };
    const lock = new TabLock(`upload:${record.choice}`);
    await lock.claim(signal, onBusy, onStored);
    lock.release();
    if (isElsewhere) {
      if (table.entryIn(slot) !== elsewhere) return;
      table.delete(slot);
      const now = records.find(record);
      if (isFileRecord(now)) return this.goOn(now, { ...draft, files: [] }, signal);
      // That tab has seen to its end, or to another choice.
      if (!now) await this.showByServer(latest, draft, signal);
      return;
    }
    // Another file may have been chosen meanwhile, or this one removed.
    if (signal.aborted || table.entryIn(slot) || !records.has(record)) return;
    await this.showByServer(record, draft, signal);
  }

  /** Shows what the server has of a file of which this device has nothing. */
  private async showByServer(record: FileRecord, draft: DraftFiles, signal: AbortSignal) {
    const { uploadId } = record;
    // It was chosen just before the page went: it stays remembered until it is chosen again.
    if (!uploadId && !isAnnounced(record, draft)) return this.showWithoutBytes(record, draft, 0);
    const upload = uploadId ? await this.askServer(uploadId, signal) : undefined;
    if (signal.aborted || this.deps.table.entryIn(record.slot)) return;
    this.deps.records.delete(record);
    void removeCopy(record.copy);
    if (upload?.state === "complete") this.showWithoutBytes(record, draft, record.size);
    else if (upload?.state === "open") {
      const { size, partSize, parts, pieces } = upload;
      const stored = new StoredBytes(size, partSize, { parts, pieces }).total();
      this.showWithoutBytes(record, draft, stored);
    }
  }

  /** What the server has of an upload; undefined when it has none by that id. */
  private async askServer(uploadId: string, signal: AbortSignal) {
    try {
      const ask = () => statusCall(this.deps.transport, uploadId, signal);
      return await withRetries(this.deps, signal, () => undefined, ask);
    } catch (error) {
      if (error instanceof RefusedError) return undefined;
      throw error;
    }
  }

  /** Shows a file of which this device has nothing; one that the server has all of is only finished. */
  private showWithoutBytes(file: KnownFile, draft: DraftFiles, stored: number): void {
    const { fingerprint, size, uploadId } = file;
    const isWhole = stored >= size && fingerprint !== null && uploadId !== undefined;
    const entry = entryOf(file, draft, isWhole ? "checking" : "needs-file", stored);
    this.deps.table.set(entry);
    if (!isWhole) return;
    const facts = { draftId: draft.draftId, type: "", version: 0, at: 0, copy: "", unreported: [] };
    const record = { ...file, ...facts, fingerprint };
    this.take(entry, record, { bytes: new Blob(), origin: "none" });
  }
}

/** Whether the server knows of a file, by an answer that this browser may never have heard. */
function isAnnounced({ slot, choice }: FileRecord, { files }: DraftFiles): boolean {
  return files.some((file) => file.slot === slot && file.choice === choice);
}

function entryOf(
  file: KnownFile,
  { files }: DraftFiles,
  phase: UploadState["phase"],
  stored = 0,
): Entry {
  const { slot, kind, fileName, size, uploadId, choice, at: chosenAt } = file;
  const storedFile = files.find((one) => one.slot === slot && one.state === "complete");
  const replaces = storedFile && storedFile.uploadId !== uploadId ? stateOf(storedFile) : undefined;
  const fingerprint = file.fingerprint ?? undefined;
  const known = { slot, kind, fileName, size, uploadId, fingerprint, replaces, chosenAt };
  return { choice, state: { ...known, stored, inFlight: 0, phase } };
}
