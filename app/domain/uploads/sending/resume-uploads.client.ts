import { findCopy, removeOtherCopies } from "../reading/local-copies.client";
import type { FileView } from "../upload";
import { needsFile, type UploadState } from "../upload-state";
import { UploadLock } from "./cross-tab.client";
import type { Report } from "./file-job.client";
import { withRetries } from "./retries.client";
import {
  copyName,
  deleteSavedUpload,
  type FileToSend,
  type NewUpload,
  type SavedUpload,
  savedUploadIn,
  savedUploads,
} from "./saved-uploads.client";
import { statusCall } from "./server-calls.client";
import { newChoice, slotVersion } from "./slot-versions.client";
import { StoredBytes } from "./stream/stored-bytes";
import { RefusedError, type UploadDeps } from "./transport";
import { deleteEntry, type Entry, entryIn, setEntry, updateEntry } from "./upload-table.client";

/** What the server has of an upload that this browser remembers. */
interface ServerState {
  /** `overtaken`: removed there, or replaced by another choice. */
  state: "open" | "complete" | "gone" | "overtaken" | "unknown";
  /** Bytes. */
  stored: number;
}

/** Where a draft's files are brought back to. */
interface BringBackDeps extends UploadDeps {
  /** Takes a file in hand. */
  take(entry: Entry, file: FileToSend): void;
}

/** A draft whose page is shown, and what the server has of it. */
interface DraftFiles {
  draftId: string;
  files: readonly FileView[];
}

/** The slots that are looked at just now. */
const busySlots = new Set<string>();
let swept = false;

/** Takes up the files of a draft that were not finished on an earlier visit, or on another device. */
export async function resumeUploads(
  deps: BringBackDeps,
  draft: DraftFiles,
  signal: AbortSignal,
): Promise<void> {
  const records = savedUploads();
  if (!swept) void removeOtherCopies(new Set(records.map(copyName)));
  swept = true;
  const own = records.filter(({ draftId }) => draftId === draft.draftId);
  const slots = new Set([...own, ...unsentOf(draft.files)].map(({ slot }) => slot));
  const bringer = new SlotBringer(deps, draft, signal);
  await Promise.all([...slots].map((slot) => bringer.bring(slot)));
}

/** What is on its way to a draft's slots, in the place of a stored file or not. */
function unsentOf(files: readonly FileView[]): FileView[] {
  const unsent = files.flatMap((file): FileView[] => {
    if (file.state === "open") return [file];
    return file.coming ? [{ ...file, ...file.coming, state: "open", coming: undefined }] : [];
  });
  return unsent.filter(({ size }) => size > 0);
}

/**
 * Whether the tab that sent a file before this one has seen to its end: forgotten here and gone at
 * the server, it is not to be begun anew.
 */
export async function isFinishedElsewhere(
  deps: UploadDeps,
  record: NewUpload,
  signal: AbortSignal,
  report: Report,
): Promise<boolean> {
  const now = savedUploadIn(record.draftId, record.slot);
  const uploadId = now?.uploadId ?? record.uploadId;
  if (!uploadId) return !now;
  return (await askServer(deps, uploadId, signal, report)) === undefined;
}

/** What the server has of an upload; undefined when it has none by that id. */
async function askServer(
  deps: UploadDeps,
  uploadId: string,
  signal: AbortSignal,
  report: Report = () => undefined,
) {
  try {
    const ask = () => statusCall(deps.transport, uploadId, signal);
    return await withRetries(deps, signal, report, ask);
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** Brings back what the slots of one draft lack. */
class SlotBringer {
  constructor(
    private readonly deps: BringBackDeps,
    private readonly draft: DraftFiles,
    private readonly signal: AbortSignal,
  ) {}

  async bring(slot: string): Promise<void> {
    const { draftId, files } = this.draft;
    this.dropArrived(slot);
    if (entryIn(slot) || busySlots.has(slot)) return;
    busySlots.add(slot);
    try {
      const view = unsentOf(files).find((file) => file.slot === slot);
      const record = savedUploadIn(draftId, slot);
      const server = record && (await this.askAbout(record, view));
      if (this.signal.aborted || entryIn(slot)) return;
      if (record && server) await this.goOn(record, server, files);
      if (view && !entryIn(slot)) this.showWithoutBytes(recordOf(draftId, view), view.storedBytes);
    } finally {
      busySlots.delete(slot);
    }
  }

  /** What was asked for by its name may turn out to be there: its answer came after the page was left. */
  private dropArrived(slot: string): void {
    const shownState = entryIn(slot)?.state;
    const record = savedUploadIn(this.draft.draftId, slot);
    if (shownState && needsFile(shownState) && record && this.isKnown(record)) deleteEntry(slot);
  }

  private async askAbout({ uploadId }: SavedUpload, view?: FileView): Promise<ServerState> {
    if (!uploadId) return { state: "unknown", stored: 0 };
    if (view?.uploadId === uploadId) return { state: "open", stored: view.storedBytes };
    const upload = await askServer(this.deps, uploadId, this.signal);
    if (!upload) return { state: "overtaken", stored: 0 };
    const { state, size, partSize, parts, pieces } = upload;
    const storedBytes = new StoredBytes(size, partSize, { parts, pieces }).total();
    return {
      state: state === "open" || state === "complete" ? state : "gone",
      stored: storedBytes,
    };
  }

  /** @param files what the page was loaded with, if that can still be true. */
  private async goOn(
    record: SavedUpload,
    server: ServerState,
    files: readonly FileView[],
  ): Promise<void> {
    if (server.state === "open" || server.state === "unknown") return this.takeUp(record, server);
    // The server tells what is there instead, and the artist chooses.
    if (server.state === "overtaken" && record.sha256) return this.takeUp(record, server);
    await deleteSavedUpload(record);
    // Shown by the page itself where it was stored when that was loaded.
    const isStored = files.some(
      ({ uploadId, state }) => uploadId === record.uploadId && state === "complete",
    );
    if (server.state === "complete" && !isStored) this.showWithoutBytes(record, record.size);
  }

  /** Goes on with a file whose bytes may be on this device. */
  private async takeUp(record: SavedUpload, server: ServerState): Promise<void> {
    const { slot, fileName, type, size } = record;
    const copy = record.sha256 ? await findCopy(copyName(record), size) : undefined;
    if (entryIn(slot)) return;
    if (copy) {
      const entry = this.entryOf(record, server.stored, "sending");
      entry.file = new File([copy], fileName, { type });
      setEntry(entry);
      return this.deps.take(entry, { record, bytes: copy, origin: "copy", resumes: true });
    }
    // Another tab may be just about to make the copy, and to send it.
    let elsewhere: Entry | undefined;
    const onBusy = () => {
      elsewhere = this.entryOf(record, server.stored, "elsewhere");
      setEntry(elsewhere);
    };
    const onStored = (storedBytes: number) =>
      elsewhere && updateEntry(elsewhere, { stored: storedBytes });
    const lock = new UploadLock(record);
    await lock.claim(this.signal, onBusy, onStored);
    lock.release();
    if (elsewhere) return this.lookAgain(record, elsewhere);
    // Another file may have been chosen meanwhile, or this one removed.
    if (this.signal.aborted || entryIn(slot)) return;
    // Nobody else knows of a file that was chosen just before the page went: it stays remembered
    // until it is chosen again.
    if (server.state === "unknown" && !this.isKnown(record)) {
      if (savedUploadIn(record.draftId, slot))
        this.showWithoutBytes({ ...record, fingerprint: null }, 0);
      return;
    }
    await deleteSavedUpload(record);
    if (server.state === "open" && !entryIn(slot)) this.showWithoutBytes(record, server.stored);
  }

  /** Whether the server knows of a file, by an answer that this browser has never heard. */
  private isKnown({ slot, choice }: SavedUpload): boolean {
    return this.draft.files.some((file) => file.slot === slot && file.choice === choice);
  }

  /** After another tab has let go of a file: nothing that was known of it need be true any more. */
  private async lookAgain(before: SavedUpload, entry: Entry): Promise<void> {
    const record = savedUploadIn(before.draftId, before.slot) ?? before;
    const server = await this.askAbout(record);
    if (entryIn(before.slot) !== entry) return;
    deleteEntry(before.slot);
    // Of one that has no name yet nobody can tell whether it was stored or removed.
    if (record !== before || server.state !== "unknown") await this.goOn(record, server, []);
  }

  /** Shows a file of which this device has nothing; one that the server has all of is only finished. */
  private showWithoutBytes(file: RecordOfView, storedBytes: number): void {
    const { fingerprint, size } = file;
    const whole = storedBytes >= size && fingerprint !== null;
    const entry = this.entryOf(file, storedBytes, whole ? "checking" : "needs-file");
    setEntry(entry);
    if (!whole) return;
    const record = { ...file, fingerprint };
    this.deps.take(entry, { record, bytes: new Blob(), origin: "none", resumes: true });
  }

  private entryOf(
    file: Pick<SavedUpload, "slot" | "kind" | "fileName" | "size" | "uploadId" | "choice">,
    storedBytes: number,
    phase: Entry["state"]["phase"],
  ): Entry {
    const { slot, kind, fileName, size, uploadId } = file;
    const storedFile = this.draft.files.find(
      (one) => one.slot === slot && one.state === "complete",
    );
    const replaces =
      storedFile && storedFile.uploadId !== uploadId ? stateOf(storedFile) : undefined;
    return {
      choice: file.choice,
      state: {
        slot,
        kind,
        fileName,
        size,
        uploadId,
        stored: storedBytes,
        inFlight: 0,
        phase,
        replaces,
      },
    };
  }
}

/** A stored file as the tab would know it that has sent it. */
function stateOf({ slot, kind, fileName, size, uploadId, url, probe }: FileView): UploadState {
  const file = { slot, kind, fileName, size, uploadId, url, probe: probe ?? undefined };
  return { ...file, stored: size, inFlight: 0, phase: "stored" };
}

type RecordOfView = Omit<NewUpload, "fingerprint"> & { fingerprint: string | null };

const recordOf = (draftId: string, view: FileView): RecordOfView => {
  const { slot, kind, fileName, size, uploadId, fingerprint } = view;
  const identity = { choice: view.choice ?? newChoice(), version: slotVersion(slot) };
  const file = { slot, kind, fileName, type: "", size, uploadId, fingerprint };
  return { draftId, ...file, ...identity, ownChoices: [], unreported: [] };
};
