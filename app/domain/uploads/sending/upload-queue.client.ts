import type { SlotConflict } from "../slot-conflict";
import type { FileView, SlotVersions } from "../upload";
import type { UploadKind } from "../upload-kinds";
import { isUploadActive } from "../upload-state";
import {
  type ChangeRecord,
  isFileRecord,
  type SlotCalls,
  type SlotRecords,
} from "./slot-records.client";
import type { UploadEngine } from "./upload-engine.client";
import { type Entry, UploadTable } from "./upload-table.client";

/** `conflict`: nothing was changed, since another tab or device was faster. */
export type ChangeOutcome = { conflict?: SlotConflict };

/** Saves what the page shows; resolves when it is known what has become of that. */
type Save = () => Promise<unknown>;

/**
 * The files of the draft that the page shows: takes what the artist chooses, and tells what becomes of it.
 * All that sends is loaded with the first file, as a page without one does not need it.
 */
export class UploadQueue {
  readonly table = new UploadTable();
  /** The draft whose files these are; empty until the page has said so. */
  private draftId = "";
  /** The draft's files as they were loaded last. */
  private files: readonly FileView[] = [];
  private engine: Promise<UploadEngine> | undefined;
  private save: Save | undefined;

  /** @param importEngine loads what sends, however often it has to try. */
  constructor(
    readonly records: SlotRecords,
    readonly calls: SlotCalls,
    private readonly importEngine: () => Promise<UploadEngine>,
  ) {}

  private loaded(): Promise<UploadEngine> {
    this.engine ??= this.importEngine();
    return this.engine;
  }

  /** Does something with the engine, where it is loaded: else there is nothing that sends. */
  private ifLoaded(use: (engine: UploadEngine) => void): void {
    void this.engine?.then(use);
  }

  /** Whether any file of this tab still has unsent bytes. */
  isSending(): boolean {
    return this.table.allStates().some(isUploadActive);
  }

  /** Loads what sends, for a page where a file is about to be chosen. */
  preload(): void {
    void this.loaded();
  }

  /** A draft's files as this browser's own changes leave them; equal ones are the same array. */
  currentFiles(files: readonly FileView[]): readonly FileView[] {
    return this.records.apply(this.draftId, files);
  }

  /**
   * Takes a chosen file and sends it as soon as its header shows that it can be taken; a file already
   * in the slot is replaced. The file of an upload that was begun earlier goes on where that stands.
   * @param options.text why it cannot be taken, as far as its name, type and size tell.
   * @param options.choice of an earlier try with this file.
   */
  choose(
    slot: string,
    kind: UploadKind,
    file: File,
    { text, choice }: { text?: string | undefined; choice?: string | undefined } = {},
  ): void {
    const before = this.table.entryIn(slot)?.state;
    const replaces = before?.phase === "stored" ? before : before?.replaces;
    const fileName = file.name.normalize("NFC");
    const entry: Entry = {
      state: {
        ...{ slot, kind, fileName, size: file.size, stored: 0, inFlight: 0, replaces },
        ...{ phase: text ? "failed" : "checking", text, chosenAt: Date.now() },
      },
      file,
    };
    if (!text) entry.choice = choice ?? this.records.newChoice();
    this.table.set(entry);
    const chosen = { draftId: this.draftId, version: this.table.versionOf(slot) };
    void this.loaded().then((engine) =>
      // Also where it is refused: what the slot had before has to end.
      text ? engine.stop(slot) : engine.start(entry, chosen),
    );
  }

  /**
   * Sends a failed file again; one that another choice has overtaken takes its place.
   * @returns false where this tab does not have the file.
   */
  tryAgain(slot: string): boolean {
    const entry = this.table.entryIn(slot);
    if (!entry?.file) return false;
    const { kind, conflict } = entry.state;
    if (conflict) this.table.noteVersion(slot, conflict.version, false);
    this.choose(slot, kind, entry.file, { choice: entry.choice });
    return true;
  }

  /** Lets go of a file that another tab or device has overtaken: what that one has made of it stays. */
  keepOther(slot: string): void {
    const { conflict, uploadId } = this.table.entryIn(slot)?.state ?? {};
    if (!conflict) return;
    this.table.noteVersion(slot, conflict.version, false);
    const record = this.records.find({ draftId: this.draftId, slot });
    this.table.delete(slot);
    if (record) this.records.delete(record);
    this.ifLoaded((engine) => engine.discard(slot, record));
    if (uploadId) void this.calls.cancel(uploadId);
  }

  /** Stops sending a file until it is resumed; what the server has of it stays. */
  pause(slot: string): void {
    void this.loaded().then((engine) => engine.pause(slot));
  }

  resume(slot: string): void {
    void this.loaded().then((engine) => engine.resume(slot));
  }

  /**
   * Has every file that waits for its next try make it now, its failed tries counting no more, and
   * those go on that were paused.
   */
  retryWaiting(): void {
    for (const entry of this.table.all())
      if (entry.state.phase === "waiting") this.table.update(entry, { tries: 0 });
    this.ifLoaded((engine) => engine.retryAll());
  }

  /**
   * Lets go of the file of a slot, stored or on its way.
   * @param keeps the stored one that stays, as the one that was to replace it, or came beside it, goes.
   */
  async change(slot: string, keeps: string | null): Promise<ChangeOutcome> {
    const { draftId, table, records } = this;
    const entry = table.entryIn(slot);
    const storedState = [entry?.state, entry?.state.replaces].find(
      (state) => state?.phase === "stored" && state.uploadId === keeps,
    );
    const before = records.find({ draftId, slot });
    const { phase, canRetry, uploadId, conflict } = entry?.state ?? {};
    // A file that only this page has refused is not known to the server.
    const isUnknown = phase === "failed" && !canRetry && !uploadId && !conflict;
    const choice = records.newChoice();
    const record = {
      draftId,
      slot,
      choice,
      version: this.table.versionOf(slot),
      at: Date.now(),
      keeps,
    };
    if (!isUnknown) records.save(record);
    else if (before) records.delete(before);
    table.delete(slot);
    if (storedState) table.set({ state: storedState });
    this.ifLoaded((engine) => engine.discard(slot, before));
    if (isUnknown) return {};
    const outcome = await this.tell(record);
    // Nothing was changed: what is there is shown.
    if (outcome.conflict && storedState && table.entryIn(slot)?.state === storedState)
      table.delete(slot);
    return outcome;
  }

  /** Tells the server of a change until it has answered. */
  private async tell(record: ChangeRecord): Promise<ChangeOutcome> {
    const result = await this.calls.change(record);
    if (this.draftId !== record.draftId) return {};
    if (result && "version" in result) {
      this.table.noteVersion(record.slot, result.version, true);
      this.records.markMade(record, result.version);
    } else this.records.delete(record);
    this.table.notifyListeners();
    return result && "conflict" in result ? result : {};
  }

  /** Lets go of a stored file in this tab alone: what the server does with it is up to what is saved. */
  detach(slot: string): void {
    this.table.delete(slot);
    this.ifLoaded((engine) => engine.stop(slot));
  }

  /**
   * Takes up what a draft's files lack, such as after a reload: from what is kept on this device
   * without a click, else by asking for the file. To be called when a page of the draft is shown, and
   * whenever it has been loaded anew; calling it again changes nothing.
   * @param files what the server has of the draft.
   */
  restore(draftId: string, files: readonly FileView[], versions: SlotVersions): void {
    if (this.draftId !== "" && this.draftId !== draftId) this.clear();
    this.draftId = draftId;
    this.files = files;
    this.records.dropShown(draftId, versions);
    for (const [slot, version] of Object.entries(versions)) {
      if (version <= this.table.versionOf(slot)) continue;
      this.table.noteVersion(slot, version, false);
      this.noticeChange(slot);
    }
    this.takeUp();
  }

  /** Goes on with what this browser remembers of the draft, or the server has a part of. */
  private takeUp(): void {
    const { draftId, records, files } = this;
    const draftRecords = records.all().filter((record) => record.draftId === draftId);
    for (const record of draftRecords)
      if (!isFileRecord(record) && record.madeVersion === undefined) void this.tell(record);
    const isUnsent = this.currentFiles(files).some(
      ({ state, coming }) => state === "open" || coming,
    );
    if (!isUnsent && !draftRecords.some(isFileRecord)) return;
    void this.loaded().then(async (engine) => {
      // What is given up just now would be brought back by what the server has of it.
      await this.calls.settled();
      if (this.draftId === draftId) engine.restore(draftId, this.currentFiles(this.files));
    });
  }

  /** Another tab or device has changed a slot: a file of this tab may not be the one that lies there. */
  private noticeChange(slot: string): void {
    const entry = this.table.entryIn(slot);
    const file = this.files.find((view) => view.slot === slot);
    if (!entry?.choice || file?.choice === entry.choice) return;
    // The server decides whose choice is the last one, and says what is there instead.
    if (entry.file && entry.state.phase !== "stored") {
      this.ifLoaded((engine) => engine.announceAgain(slot));
    } else {
      this.table.delete(slot);
      this.ifLoaded((engine) => engine.stop(slot));
    }
  }

  /** Another tab of this browser has chosen something: it is shown here, too. */
  hearOtherTab(): void {
    const { draftId, table } = this;
    for (const { choice, state } of table.all()) {
      const record = this.records.find({ draftId, slot: state.slot });
      if (!record || !choice || record.choice <= choice) continue;
      table.delete(state.slot);
      this.ifLoaded((engine) => engine.stop(state.slot));
    }
    table.notifyListeners();
    this.takeUp();
  }

  /**
   * Resolves when the server knows every chosen file (or has refused it), so that a step can be
   * saved; sending itself goes on while the artist does.
   */
  allAnnounced(): Promise<void> {
    this.ifLoaded((engine) => engine.skipDelays());
    return this.table.settled((state) => !state.uploadId && isUploadActive(state));
  }

  /** Lets go of all files, after the release was submitted or for another draft's sake. */
  clear(): void {
    this.table.clear();
    this.draftId = "";
    this.files = [];
    this.ifLoaded((engine) => engine.stopAll());
  }

  /**
   * Has a page saved before a file of it is sent: the server takes files of saved tracks alone.
   * @returns what ends that.
   */
  onSave(save: Save): () => void {
    this.save = save;
    return () => {
      if (this.save === save) this.save = undefined;
    };
  }

  /**
   * Saves the page that is shown. A file that is not known then either is asked to wait. What is to be
   * forgotten is first: it may be the same file, in the same slot.
   * @returns what the page says has become of it.
   */
  async savePage(): Promise<unknown> {
    await this.calls.settled();
    return this.save?.();
  }
}
