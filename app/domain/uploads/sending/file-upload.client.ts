import {
  heardIn,
  type IngestSource,
  openIngestSource,
  sha256Of,
} from "../reading/ingest-file.client";
import { PART_BYTES } from "../upload-plan";
import type { ScheduledTurn, UploadScheduler } from "../upload-scheduler";
import { isUploadActive } from "../upload-state";
import { UploadLock } from "./cross-tab.client";
import { type FileJob, type Report, throttleReports } from "./file-job.client";
import { savePage } from "./page-uploads.client";
import { type PictureView, sendPictureView, showPicture } from "./picture-view.client";
import { isFinishedElsewhere } from "./resume-uploads.client";
import {
  copyName,
  deleteSavedUpload,
  type FileToSend,
  savedUploadIn,
  saveUpload,
  unreportedPartsStore,
  updateSavedUpload,
} from "./saved-uploads.client";
import { type SendDeps, type SendOutcome, sendFile } from "./send-file.client";
import { noteVersionOfTab, slotVersionsOfTab } from "./slot-versions.client";
import { UploadRegistration } from "./upload-registration.client";
import { deleteEntry, type Entry, entryIn, updateEntry } from "./upload-table.client";

const IN_LINE = "Next in line, after the file before it.";

/** What all files of the tab share. */
export interface FileUploadDeps extends SendDeps {
  turns: UploadScheduler;
}

/** `claiming`: another tab may have it. `over`: nothing is left to send here. */
type State =
  | { name: "claiming"; paused: boolean }
  | { name: "sending"; attempt: AbortController }
  | { name: "paused" }
  | { name: "over" };

/** One file in this tab's hands: reads it, sends it, and clears up behind it. */
export class FileUpload {
  private state: State;
  private resumes: boolean;
  private source: IngestSource | undefined;
  private turn: ScheduledTurn | undefined;
  private picture: PictureView | undefined;
  /** SHA-256 of the file; of a copy as it was made, which reading it again confirms. */
  private sha256: string | undefined;
  private readonly announcement = new UploadRegistration();
  private readonly life = new AbortController();
  private readonly lock: UploadLock;
  private readonly unreported: FileJob["unreported"];

  /** @param paused whether it waits for {@link resume} before anything is sent. */
  constructor(
    private readonly deps: FileUploadDeps,
    private readonly entry: Entry,
    private readonly file: FileToSend,
    paused: boolean,
  ) {
    this.state = { name: "claiming", paused };
    this.resumes = file.resumes;
    this.sha256 = file.origin === "file" ? undefined : file.record.sha256;
    this.lock = new UploadLock(file.record);
    this.unreported = unreportedPartsStore(file.record);
  }

  start(): void {
    this.live().catch(() => {
      if (!this.life.signal.aborted)
        updateEntry(this.entry, { phase: "failed", text: "Upload failed", canRetry: true });
    });
  }

  pause(): void {
    const { state, entry } = this;
    if (!isUploadActive(entry.state)) return;
    if (state.name === "sending") {
      state.attempt.abort();
      this.state = { name: "paused" };
    } else if (state.name === "claiming" && !state.paused) state.paused = true;
    else return;
    updateEntry(entry, { phase: "paused", inFlight: 0, text: undefined, rate: undefined });
  }

  resume(): void {
    const { state } = this;
    if (state.name === "claiming" && state.paused) state.paused = false;
    else if (state.name !== "paused") return;
    this.resumes = true;
    if (state.name === "paused") void this.send();
  }

  /** Has the server know of the file before its turn has come. */
  async announce(): Promise<void> {
    const { announcement, deps, entry, life, source } = this;
    if (!announcement.want()) return;
    if (entry.state.uploadId || !source || !isUploadActive(entry.state)) return;
    const uploadId = await announcement.make(deps, this.job(source), life.signal);
    if (!entry.state.uploadId) this.report({ uploadId });
  }

  /** Stops; what is kept stays, so that it can be gone on with. */
  end(): void {
    this.life.abort();
    this.lock.release();
  }

  /** Stops and forgets. */
  async forget(): Promise<void> {
    this.end();
    await this.dropKept();
  }

  private readonly report: Report = (next) => {
    if (next.uploadId) updateSavedUpload(this.file.record, { uploadId: next.uploadId });
    // A line that only stands still for a while would send nobody else's bytes either.
    if (next.phase) this.turn?.stuck(next.phase === "waiting" && next.tries !== undefined);
    if (next.stored !== undefined) this.lock.tell(next.stored);
    // Some of it is there, and more has left: the sooner there is a copy, the less a page forgets.
    if (next.stored && next.inFlight) this.source?.begin();
    updateEntry(this.entry, next);
  };

  private async live(): Promise<void> {
    const { deps, entry, life, lock } = this;
    const { record, origin, bytes } = this.file;
    let busy = false;
    const onBusy = () => {
      busy = true;
      updateEntry(entry, { phase: "elsewhere" });
    };
    const onStored = (storedBytes: number) => updateEntry(entry, { stored: storedBytes });
    await lock.claim(life.signal, onBusy, onStored);
    if (life.signal.aborted) return lock.release();
    if (
      busy &&
      origin !== "file" &&
      (await isFinishedElsewhere(deps, record, life.signal, this.report))
    ) {
      this.end();
      if (entryIn(record.slot) === entry) deleteEntry(record.slot);
      return;
    }
    if (origin === "file") saveUpload(record);
    else updateEntry(entry, { kept: origin === "copy" });
    this.source = this.read();
    if (this.announcement.isWanted()) void this.announce().catch(() => undefined);
    if (record.kind !== "track" && origin !== "none") this.picture = showPicture(bytes, this.entry);
    if (this.state.name === "claiming" && this.state.paused) this.state = { name: "paused" };
    else await this.send();
  }

  private read(): IngestSource {
    const { deps, entry } = this;
    const { record, bytes: file, origin } = this.file;
    const { signal } = this.life;
    const listen = record.kind === "track";
    const copy = copyName(record);
    const copyAs = origin === "file" ? copy : null;
    const source = openIngestSource({ file, partSize: PART_BYTES, copyAs, listen }, copy, {
      signal,
      later: deps.later,
    });
    void source.intake.then((intake) => {
      if (!intake || signal.aborted) return;
      if (origin === "copy" && intake.sha256 !== record.sha256) return void this.dropDamaged();
      if (origin !== "none") this.sha256 = intake.sha256;
      if (intake.copied) updateSavedUpload(record, { sha256: intake.sha256 });
      if (intake.copied && savedUploadIn(record.draftId, record.slot))
        updateEntry(entry, { kept: true });
    });
    void source.findings.then((findings) => {
      if (findings && !signal.aborted) updateEntry(entry, heardIn(findings));
    });
    return source;
  }

  private async send(): Promise<void> {
    const { deps, entry, life, source } = this;
    if (!source || life.signal.aborted) return;
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    this.state = { name: "sending", attempt };
    life.signal.addEventListener("abort", stop, { once: true });
    if (entry.state.phase !== "sending") updateEntry(entry, { phase: "sending", text: undefined });
    await savePage();
    if (attempt.signal.aborted) return;
    const report = throttleReports(this.report, deps.now);
    const ending = await sendFile(deps, this.job(source), attempt.signal, report);
    life.signal.removeEventListener("abort", stop);
    if (ending === "stopped") return;
    const resumed = this.state.name === "sending" && this.state.attempt !== attempt;
    if (!resumed) this.state = { name: "over" };
    await this.clearUp(ending);
  }

  /** The file as sending it needs it. */
  private job(source: IngestSource): FileJob {
    const { deps, resumes, unreported } = this;
    const { record, origin } = this.file;
    const { draftId, fileName, size, type, kind, slot } = record;
    const { fingerprint, choice, ownChoices } = record;
    const isHere = origin !== "none";
    return {
      file: { draftId, fileName, size, type, kind, slot, fingerprint, choice, ownChoices },
      partSize: PART_BYTES,
      resumes,
      bytes: source.bytes,
      recover: source.recover,
      sha256: async () => {
        this.sha256 = await sha256Of(source.bytes());
        return this.sha256;
      },
      hashes: async (wantedPartSize) => {
        if (!isHere) return this.sha256 ? { sha256: this.sha256, partSha256: [] } : undefined;
        const hashes = await source.hashes(wantedPartSize);
        return hashes && { sha256: hashes.sha256, partSha256: hashes.partSha256 };
      },
      sha256Known: () => this.sha256,
      version: {
        // What this tab has made of the slot itself was seen, too.
        read: () => Math.max(record.version, slotVersionsOfTab()[slot] ?? 0),
        write: (version) => {
          record.version = version;
          updateSavedUpload(record, { version });
          noteVersionOfTab(slot, version, [choice]);
        },
      },
      arrived: isHere ? undefined : record.uploadId,
      turn: async (signal) => {
        const onWait = () => updateEntry(this.entry, { phase: "sending", text: IN_LINE });
        this.turn = await deps.turns.turn(size, signal, onWait);
        updateEntry(this.entry, { text: undefined });
        return this.turn.end;
      },
      unreported,
    };
  }

  private async clearUp(ending: Exclude<SendOutcome, "stopped">): Promise<void> {
    const { entry, file } = this;
    this.lock.release();
    // Browsers stop reading files for a page that is being left: what the server has stays, and is gone
    // on with when the same file is chosen again.
    if (ending === "changed") {
      if (file.origin === "none") updateEntry(entry, { phase: "needs-file", text: undefined });
      return;
    }
    // The copy is what a file from an earlier visit would be tried again with.
    // So is the one that another choice has overtaken, until the artist has chosen between them.
    if (ending === "failed" || (ending === "refused" && file.origin === "copy")) return;
    const { uploadId } = entry.state;
    if (ending === "stored" && uploadId && this.picture)
      void sendPictureView(uploadId, this.picture, this.life.signal);
    await this.dropKept();
  }

  /** Forgets the file here, once what still reads it is done. */
  private dropKept(): Promise<void> {
    return deleteSavedUpload(this.file.record, this.source?.intake);
  }

  /** The copy on this device is not what it was. */
  private async dropDamaged(): Promise<void> {
    updateEntry(this.entry, { phase: "needs-file", kept: false, text: undefined });
    await this.forget();
  }
}
