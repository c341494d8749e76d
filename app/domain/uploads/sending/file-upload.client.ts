import { TabLock } from "~/platform/tab-lock.client";
import { type PictureView, sendPictureView, showPicture } from "../picture-view.client";
import {
  heardIn,
  type IngestSource,
  openIngestSource,
  sha256Of,
} from "../reading/ingest-file.client";
import { removeCopy } from "../reading/local-copies.client";
import { PART_BYTES } from "../upload-plan";
import type { ScheduledTurn, UploadScheduler } from "../upload-scheduler";
import { isUploadActive } from "../upload-state";
import { type SendOutcome, sendFile } from "./send-file.client";
import { requestUpload } from "./send-in-parts.client";
import type { FileJob, StoredPart } from "./server-calls.client";
import type { FileRecord, SlotRecords } from "./slot-records.client";
import { type Report, type UploadDeps, withRetries } from "./transport.client";
import type { Entry, UploadTable } from "./upload-table.client";

const IN_LINE = "Next in line, after the file before it.";

/** What all files of the tab share. */
export interface FileUploadDeps extends UploadDeps {
  turns: UploadScheduler;
  table: UploadTable;
  records: SlotRecords;
  /** Saves the page, as the server takes files of saved tracks alone. */
  savePage(): Promise<unknown>;
  /** The slot has a new version by the choice of a file. */
  onVersion(slot: string, version: number): void;
}

/**
 * The bytes of a file. `copy`: those that were kept on an earlier visit. `none`: this device has none,
 * and the server should have them all.
 */
export interface FileBytes {
  bytes: Blob;
  origin: "file" | "copy" | "none";
}

/** `claiming`: another tab may have it. `over`: nothing is left to send here. */
type State = "claiming" | "paused" | "sending" | "over";

/** One file in this tab's hands: reads it, sends it, and clears up behind it. */
export class FileUpload {
  private state: State = "claiming";
  private attempt = new AbortController();
  private source: IngestSource | undefined;
  private turn: ScheduledTurn | undefined;
  private picture: PictureView | undefined;
  /** SHA-256 of the file; of a copy as it was made, which reading it again confirms. */
  private sha256: string | undefined;
  private unreported: { uploadId: string | undefined; parts: readonly StoredPart[] };
  private readonly end = new AbortController();
  private readonly lock: TabLock;

  /** @param entry the file as the page shows it; a paused one is announced and not sent. */
  constructor(
    private readonly deps: FileUploadDeps,
    private readonly entry: Entry,
    private readonly record: FileRecord,
    private readonly file: FileBytes,
  ) {
    this.sha256 = file.origin === "file" ? undefined : record.sha256;
    this.unreported = { uploadId: record.uploadId, parts: record.unreported };
    this.lock = new TabLock(`upload:${record.choice}`);
  }

  start(): void {
    this.run().catch(() => {
      if (!this.end.signal.aborted)
        this.update({ phase: "failed", text: "Upload failed", canRetry: true });
    });
  }

  pause(): void {
    if (this.state === "over" || !isUploadActive(this.entry.state)) return;
    if (this.state === "sending") this.state = "paused";
    this.attempt.abort();
    this.update({ phase: "paused", inFlight: 0, text: undefined, rate: undefined });
  }

  resume(): void {
    if (this.entry.state.phase !== "paused") return;
    this.update({ phase: "checking" });
    if (this.state === "paused") void this.send();
  }

  /** Announces it once more: the server says whether its slot still has this choice. */
  announceAgain(): void {
    if (this.state !== "sending" || !this.entry.state.uploadId) return;
    this.attempt.abort();
    void this.send();
  }

  /** Stops; what is kept stays, so that it can be gone on with. */
  stop(): void {
    this.end.abort();
    this.attempt.abort();
    this.lock.release();
  }

  async forget(): Promise<void> {
    this.stop();
    await this.forgetRecord();
  }

  /** Makes a copy of a file that waits for its turn. Resolves when it is made, or cannot be. */
  async makeCopy(): Promise<void> {
    this.source?.begin();
    await this.source?.intake;
  }

  private readonly update: Report = (next) => this.deps.table.update(this.entry, next);

  private readonly report: Report = (next) => {
    if (next.uploadId) this.deps.records.updateFile(this.record, { uploadId: next.uploadId });
    // A line that only stands still for a while would send nobody else's bytes either.
    if (next.phase) this.turn?.stuck(next.phase === "waiting" && next.tries !== undefined);
    if (next.stored !== undefined && next.stored !== this.entry.state.stored)
      this.lock.tell(next.stored);
    // Some of it is there, and more has left: the sooner there is a copy, the less a page forgets.
    if (next.stored && next.inFlight) this.source?.begin();
    this.update(next);
  };

  private async run(): Promise<void> {
    const { record, file, deps, entry } = this;
    const { table, records } = deps;
    const { slot } = record;
    let isBusy = false;
    const onBusy = () => {
      isBusy = true;
      this.update({ phase: "elsewhere" });
    };
    await this.lock.claim(this.end.signal, onBusy, (stored) => this.update({ stored }));
    if (this.end.signal.aborted) return this.lock.release();
    if (isBusy && file.origin !== "file" && !records.has(record)) {
      // The other tab has seen to its end.
      this.stop();
      if (table.entryIn(slot) === entry) table.delete(slot);
      return;
    }
    if (file.origin === "file") this.saveRecord();
    else this.update({ kept: file.origin === "copy" });
    this.source = this.read();
    if (record.kind !== "track" && file.origin !== "none")
      this.picture = showPicture(file.bytes, this.update);
    await this.send();
  }

  private saveRecord(): void {
    const { records } = this.deps;
    const before = records.find(this.record);
    records.save(this.record);
    if (before && "copy" in before) void this.removeUnused(before.copy);
  }

  private read(): IngestSource {
    const { deps, record } = this;
    const { bytes: file, origin } = this.file;
    const { signal } = this.end;
    const { copy } = record;
    const copyAs = origin === "file" ? copy : null;
    const order = { file, partSize: PART_BYTES, copyAs, listen: record.kind === "track" };
    const source = openIngestSource(order, copy, { signal, later: deps.later });
    void source.intake.then((intake) => {
      if (!intake || signal.aborted) return;
      if (origin === "copy" && intake.sha256 !== record.sha256) return void this.dropDamaged();
      if (origin !== "none") this.sha256 = intake.sha256;
      if (!intake.copied || !deps.records.has(record)) return;
      deps.records.updateFile(record, { sha256: intake.sha256 });
      this.update({ kept: true });
    });
    void source.findings.then((findings) => {
      if (findings && !signal.aborted) this.update(heardIn(findings));
    });
    return source;
  }

  private async send(): Promise<void> {
    const { deps, entry, source } = this;
    if (!source || this.end.signal.aborted) return;
    const attempt = new AbortController();
    this.attempt = attempt;
    this.state = entry.state.phase === "paused" ? "paused" : "sending";
    const job = this.job(source);
    await deps.savePage();
    if (this.state === "paused") return this.announce(job, attempt.signal);
    if (attempt.signal.aborted) return;
    if (entry.state.phase !== "sending") this.update({ phase: "sending", text: undefined });
    const outcome = await sendFile(deps, job, attempt.signal, this.report);
    if (outcome === "stopped") return;
    this.state = "over";
    const isReplaced = this.file.origin !== "none" && !deps.records.has(this.record);
    // Another tab has chosen something else, and shows it.
    if (outcome === "stored" || !isReplaced) return this.clearUp(outcome);
    this.stop();
    if (deps.table.entryIn(this.record.slot) === entry) deps.table.delete(this.record.slot);
  }

  /** Has the server know of a paused file. What keeps it from that keeps it from being sent, too. */
  private async announce(job: FileJob, signal: AbortSignal): Promise<void> {
    const persist = <T>(ask: () => Promise<T>) =>
      withRetries(this.deps, signal, () => undefined, ask);
    const upload = requestUpload(this.deps.transport, job, { persist, signal, report: () => {} });
    await upload.then(({ uploadId }) => this.report({ uploadId })).catch(() => undefined);
  }

  /** The file as sending it needs it. */
  private job(source: IngestSource): FileJob {
    const { deps, record } = this;
    const { records } = deps;
    const isHere = this.file.origin !== "none";
    return {
      file: record,
      bytes: source.bytes,
      recover: source.recover,
      sha256: async () => {
        this.sha256 = await sha256Of(source.bytes());
        return this.sha256;
      },
      hashes: async (partSize) => {
        if (!isHere) return this.sha256 ? { sha256: this.sha256, partSha256: [] } : undefined;
        const hashes = await source.hashes(partSize);
        return hashes && { sha256: hashes.sha256, partSha256: hashes.partSha256 };
      },
      loudness: () => this.entry.state.loudness,
      sha256Known: () => this.sha256,
      onVersion: (version) => deps.onVersion(record.slot, version),
      arrived: isHere ? undefined : record.uploadId,
      turn: async (signal) => {
        const onWait = () => this.update({ phase: "sending", text: IN_LINE });
        this.turn = await deps.turns.turn(record.size, signal, onWait);
        this.update({ text: undefined });
        return this.turn.end;
      },
      unreported: (uploadId) => ({
        read: () => (this.unreported.uploadId === uploadId ? this.unreported.parts : []),
        write: (parts) => {
          this.unreported = { uploadId, parts };
          records.updateFile(record, { unreported: [...parts] });
        },
      }),
    };
  }

  private async clearUp(outcome: Exclude<SendOutcome, "stopped">): Promise<void> {
    const { entry, file } = this;
    this.lock.release();
    // Browsers stop reading files for a page that is being left: what the server has stays, and is gone
    // on with when the same file is chosen again.
    if (outcome === "changed") {
      if (file.origin === "none") this.update({ phase: "needs-file", text: undefined });
      return;
    }
    // The copy is what a file from an earlier visit would be tried again with.
    // So is the one that another choice has overtaken, until the artist has chosen between them.
    if (outcome === "failed" || (outcome === "refused" && file.origin === "copy")) return;
    const { uploadId } = entry.state;
    if (outcome === "stored" && uploadId && this.picture)
      void sendPictureView(uploadId, this.picture, this.end.signal);
    await this.forgetRecord();
  }

  /** Forgets the file here, once what still reads it is done. */
  private async forgetRecord(): Promise<void> {
    this.deps.records.delete(this.record);
    await this.source?.intake;
    // Reading it may have noted its copy since.
    this.deps.records.delete(this.record);
    await this.removeUnused(this.record.copy);
  }

  private async removeUnused(copy: string): Promise<void> {
    const isUsed = this.deps.records.all().some((one) => "copy" in one && one.copy === copy);
    if (!isUsed) await removeCopy(copy);
  }

  /** The copy on this device is not what it was. */
  private async dropDamaged(): Promise<void> {
    this.update({ phase: "needs-file", kept: false, text: undefined });
    await this.forget();
  }
}
