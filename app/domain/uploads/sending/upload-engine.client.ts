import { tagsIn } from "../chosen-files.client";
import { openCompressor } from "../compression/compressor.client";
import { readDevice } from "../compression/device.client";
import { shouldCompress } from "../compression/should-compress";
import { pictureName } from "../picture-name";
import { FileChangedError, fingerprintOf, validateHeader } from "../reading/ingest-file.client";
import { removeCopy, requestPersistence } from "../reading/local-copies.client";
import type { FileView } from "../upload";
import { STANDARD_MAX_BYTES } from "../upload-plan";
import { createUploadScheduler } from "../upload-scheduler";
import { isUploadActive } from "../upload-state";
import { announceTogether } from "./announce-together.client";
import { type FileBytes, FileUpload, type FileUploadDeps } from "./file-upload.client";
import { FileRestorer } from "./restore-files.client";
import { type FileRecord, isFileRecord, type SlotRecord } from "./slot-records.client";
import type { UploadDeps } from "./transport.client";
import type { UploadQueue } from "./upload-queue.client";
import type { Entry } from "./upload-table.client";

/** A name that no other copy has, not even that of a file with the same fingerprint. */
const newCopyName = (choice: string) => `${choice}-${Math.random().toString(36).slice(2, 8)}`;

/** Sends the files of a queue. Loaded with the first of them. */
export class UploadEngine {
  private readonly uploads = new Map<string, FileUpload>();
  private readonly deps: FileUploadDeps;
  private readonly restorer: FileRestorer;
  private visit = new AbortController();
  private isCopying = false;
  private readonly copied = new WeakSet<FileUpload>();

  /** @param browser what sending needs of the browser. @param skipDelays ends its pauses. */
  constructor(
    private readonly queue: UploadQueue,
    browser: UploadDeps,
    readonly skipDelays: () => void,
  ) {
    const { table, records } = queue;
    this.deps = {
      ...browser,
      transport: announceTogether(browser, table),
      turns: createUploadScheduler(STANDARD_MAX_BYTES),
      table,
      records,
      savePage: () => queue.savePage(),
      onVersion: (slot, version) => queue.table.noteVersion(slot, version, true),
    };
    this.restorer = new FileRestorer(this.deps, (...file) => this.take(...file));
    table.subscribe(() => void this.copyWaiting());
  }

  /** Takes a file in hand that was put into the table, in place of what its slot had. */
  private take(entry: Entry, record: FileRecord, file: FileBytes): void {
    const { slot } = entry.state;
    // Whoever was looked at for so long that another file was chosen meanwhile must not end that one.
    if (this.queue.table.entryIn(slot) !== entry) return;
    this.uploads.get(slot)?.stop();
    const upload = new FileUpload(this.deps, entry, record, file);
    this.uploads.set(slot, upload);
    upload.start();
  }

  /** Ends what a slot's file does; what is kept of it stays. */
  stop(slot: string): void {
    this.uploads.get(slot)?.stop();
    this.uploads.delete(slot);
  }

  /**
   * Looks at a chosen file, and sends it if it can be taken.
   * @param chosen.version of the slot, as the artist was shown it.
   */
  async start(entry: Entry, { draftId, version }: { draftId: string; version: number }) {
    const { table, records } = this.queue;
    const { file, choice } = entry;
    const { slot, kind } = entry.state;
    this.stop(slot);
    if (!file || choice === undefined) return;
    // Both read a little of the file: one behind the other they keep its first byte waiting.
    const reading = fingerprintOf(file);
    reading.catch(() => undefined);
    const verdict = await validateHeader(file, kind);
    if (!verdict.ok) return table.update(entry, { phase: "failed", text: verdict.text });
    if (file.size > STANDARD_MAX_BYTES) requestPersistence();
    const { probe } = verdict;
    table.update(entry, { probe });
    if (probe.kind === "wav")
      void tagsIn(file).then((tags) => tags && table.update(entry, { probe: { ...probe, tags } }));
    try {
      const { size } = file;
      const fileName = pictureName(file.name, probe.kind);
      const type = probe.kind === "wav" ? file.type : `image/${probe.kind}`;
      if (fileName !== file.name) table.update(entry, { fileName });
      const fingerprint = await reading;
      const earlier = records.find({ draftId, slot });
      // The same file again, such as after a reload: the server may have heard of its choice by now.
      const isAgain =
        isFileRecord(earlier) && earlier.fingerprint === fingerprint && earlier.size === size;
      if (isAgain) entry.choice = earlier.choice;
      const known = isAgain ? earlier : { choice, unreported: [] };
      const place = { draftId, slot, version, at: Date.now() };
      const facts = { ...place, kind, fileName, type, size, fingerprint };
      const copy = { copy: newCopyName(known.choice), sha256: undefined };
      this.take(entry, { ...known, ...facts, ...copy }, { bytes: file, origin: "file" });
    } catch (error) {
      if (!(error instanceof FileChangedError)) throw error;
      table.update(entry, { phase: "failed", text: error.message });
    }
  }

  /** Stops a file; what the server has of it stays. */
  pause(slot: string): void {
    const upload = this.uploads.get(slot);
    const entry = this.queue.table.entryIn(slot);
    if (upload) upload.pause();
    // It is still being looked at.
    else if (entry && isUploadActive(entry.state))
      this.queue.table.update(entry, { phase: "paused" });
  }

  /** Goes on with a file that was paused. */
  resume(slot: string): void {
    const upload = this.uploads.get(slot);
    const entry = this.queue.table.entryIn(slot);
    if (upload) upload.resume();
    else if (entry?.state.phase === "paused") this.queue.table.update(entry, { phase: "checking" });
  }

  /** Asks the server whether a slot still has the choice of its file. */
  announceAgain(slot: string): void {
    this.uploads.get(slot)?.announceAgain();
  }

  /** Ends what a slot's file does, and forgets it here. @param record what was known of it. */
  discard(slot: string, record: SlotRecord | undefined): void {
    const upload = this.uploads.get(slot);
    this.uploads.delete(slot);
    if (upload) void upload.forget();
    else if (isFileRecord(record)) void removeCopy(record.copy);
  }

  /** Takes up the files of a draft that were not finished. `files` is what the server has of it. */
  restore(draftId: string, files: readonly FileView[]): void {
    this.restorer.restore({ draftId, files }, this.visit.signal);
  }

  /** Has every file that waits make its next try now, and those go on that were paused. */
  retryAll(): void {
    for (const upload of this.uploads.values()) upload.resume();
    this.skipDelays();
  }

  /** Ends everything; what is kept stays. */
  stopAll(): void {
    this.visit.abort();
    this.visit = new AbortController();
    for (const upload of this.uploads.values()) upload.stop();
    this.uploads.clear();
  }

  /**
   * Copies the files that wait for their turn, once the first bytes of another one have left: small ones
   * first, so that a reload at any moment asks for as few files as there can be.
   */
  private async copyWaiting(): Promise<void> {
    const { table } = this.queue;
    if (this.isCopying || !table.allStates().some(({ stored }) => stored > 0)) return;
    this.isCopying = true;
    for (;;) {
      const waiting = table
        .all()
        .filter(({ state, file }) => file && !state.kept && isUploadActive(state))
        .map(({ state: { slot, size } }) => ({ size, upload: this.uploads.get(slot) }))
        .filter((one) => one.upload !== undefined && !this.copied.has(one.upload))
        .sort((a, b) => a.size - b.size);
      const [smallest] = waiting;
      if (!smallest?.upload) break;
      this.copied.add(smallest.upload);
      await smallest.upload.makeCopy();
    }
    this.isCopying = false;
  }
}

/** Compresses on the way, where the device and the file are for it. */
export function createCompression(): UploadDeps["compression"] {
  let device: Awaited<ReturnType<typeof readDevice>> | undefined;
  return {
    async open(file) {
      device = await readDevice();
      const unknown = { linkSpeed: undefined, encoderSpeed: undefined };
      return shouldCompress({ ...device, ...unknown }) ? openCompressor(file) : undefined;
    },
    pays: (speeds) => device !== undefined && shouldCompress({ ...device, ...speeds }),
  };
}
