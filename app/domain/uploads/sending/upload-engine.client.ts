import { isMeasured, UPLOAD_HEALTH_PATH } from "~/observability/monitoring-paths";
import { openCompressor } from "../compression/compressor.client";
import { readDevice } from "../compression/device.client";
import { shouldCompress } from "../compression/should-compress";
import { pictureName } from "../picture-name";
import { fingerprintOf, tagsIn, validateHeader } from "../reading/ingest-file.client";
import { requestPersistence } from "../reading/local-copies.client";
import type { FileView } from "../upload";
import { STANDARD_MAX_BYTES } from "../upload-plan";
import { createUploadScheduler } from "../upload-scheduler";
import { isUploadActive, type UploadState } from "../upload-state";
import { openUploadWatch } from "../upload-watch";
import { browserDeps, keepAwake, skipRetryDelays } from "./browser-deps.client";
import { FileChangedError } from "./file-job.client";
import { FileUpload, type FileUploadDeps } from "./file-upload.client";
import { sendMultipart } from "./multipart-upload.client";
import { resumeUploads } from "./resume-uploads.client";
import {
  deleteSavedUpload,
  type FileToSend,
  newCopyName,
  savedUploadIn,
} from "./saved-uploads.client";
import { noteUnheardChoice, unheardChoicesFor } from "./slot-versions.client";
import type { Compression } from "./stream/blocks.client";
import {
  type Entry,
  entryIn,
  entryStates,
  savedAdvice,
  savedWaveforms,
  subscribe,
  updateEntry,
} from "./upload-table.client";

const uploads = new Map<string, FileUpload>();
/** Files that were paused, or were to be announced, before they were in hand. */
const pausedEarly = new WeakSet<Entry>();
const announcedEarly = new WeakSet<Entry>();
let visit = new AbortController();

let device: Awaited<ReturnType<typeof readDevice>> | undefined;

const compression: Compression = {
  async open(file) {
    device = await readDevice();
    const unknown = { linkSpeed: undefined, encoderSpeed: undefined };
    return shouldCompress({ ...device, ...unknown }) ? openCompressor(file) : undefined;
  },
  pays: (speeds) => device !== undefined && shouldCompress({ ...device, ...speeds }),
};

const deps: FileUploadDeps = {
  ...browserDeps,
  compression,
  direct: sendMultipart,
  turns: createUploadScheduler(STANDARD_MAX_BYTES),
};

subscribe(() => keepAwake(entryStates().some(isUploadActive)));

/** The advice on each upload as it was last remembered, with what else was found then. */
const lastAdvice = new Map<string, UploadState["advice"]>();
subscribe(() => {
  for (const { uploadId, advice, waveform } of entryStates()) {
    if (!uploadId || !advice || lastAdvice.get(uploadId) === advice) continue;
    lastAdvice.set(uploadId, advice);
    savedAdvice.keep(uploadId, advice);
    if (waveform) savedWaveforms.keep(uploadId, waveform);
  }
});

/** That a file failed is told in any case; how fast another was, where its artist lets us measure. */
const watchUploads = openUploadWatch(
  (health) => {
    if (health.ended === "stored" && !isMeasured(document.documentElement)) return;
    const body = new Blob([JSON.stringify(health)], { type: "application/json" });
    navigator.sendBeacon(UPLOAD_HEALTH_PATH, body);
  },
  () => Math.round(performance.now()),
);
subscribe(() => watchUploads(entryStates()));

/** Takes a file in hand that was put into the table, in place of what its slot had. */
function take(entry: Entry, file: FileToSend): void {
  const { slot } = entry.state;
  // Whoever was looked at for so long that another file was chosen meanwhile must not end that one.
  if (entryIn(slot) !== entry) return;
  uploads.get(slot)?.end();
  const { ownChoices, choice } = file.record;
  for (const one of [...ownChoices, choice]) noteUnheardChoice(slot, one);
  const upload = new FileUpload(deps, entry, file, pausedEarly.has(entry));
  uploads.set(slot, upload);
  upload.start();
  if (announcedEarly.has(entry)) announce(upload);
}

/** Ends what a slot's file does; what is kept of it stays. */
export function stopUpload(slot: string): void {
  uploads.get(slot)?.end();
  uploads.delete(slot);
}

/** What is known of a chosen file besides its bytes. */
interface ChosenUpload {
  draftId: string;
  choice: string;
  /** The version of the slot that the artist was shown. */
  version: number;
  /** Whether the server may have some of it. */
  resumes: boolean;
}

/** Looks at a chosen file, and sends it if it can be taken. */
export async function startSending(
  entry: Entry,
  { draftId, choice, version, resumes }: ChosenUpload,
): Promise<void> {
  const { file } = entry;
  const { slot, kind } = entry.state;
  stopUpload(slot);
  if (!file) return;
  // Both read a little of the file: one behind the other they keep its first byte waiting.
  const reading = fingerprintOf(file);
  reading.catch(() => undefined);
  const verdict = await validateHeader(file, kind);
  if (!verdict.ok) return updateEntry(entry, { phase: "failed", text: verdict.text });
  if (file.size > STANDARD_MAX_BYTES) requestPersistence();
  const { probe } = verdict;
  updateEntry(entry, { probe });
  if (probe.kind === "wav")
    void tagsIn(file).then((tags) => tags && updateEntry(entry, { probe: { ...probe, tags } }));
  try {
    const { size } = file;
    const fileName = pictureName(file.name, probe.kind);
    const type = probe.kind === "wav" ? file.type : `image/${probe.kind}`;
    if (fileName !== file.name) updateEntry(entry, { fileName });
    const fingerprint = await reading;
    const copy = newCopyName(fingerprint);
    const earlier = savedUploadIn(draftId, slot);
    // The same file again, such as after a reload: the server may have heard of its choice only now.
    const isAgain = earlier?.fingerprint === fingerprint && earlier.size === size;
    if (isAgain) entry.choice = earlier.choice;
    const ownChoices = [...unheardChoicesFor(slot)];
    const identity = { fingerprint, copy, choice: entry.choice ?? choice, ownChoices, version };
    const record = { draftId, slot, kind, fileName, type, size, ...identity, unreported: [] };
    take(entry, { record, bytes: file, origin: "file", resumes });
  } catch (error) {
    if (!(error instanceof FileChangedError)) throw error;
    updateEntry(entry, { phase: "failed", text: error.message });
  }
}

/** Stops a file; what the server has of it stays. */
export function pause(slot: string): void {
  const entry = entryIn(slot);
  const upload = uploads.get(slot);
  if (upload) upload.pause();
  else if (entry && isUploadActive(entry.state)) {
    pausedEarly.add(entry);
    updateEntry(entry, { phase: "paused" });
  }
}

/** Goes on with a file that was paused. */
export function resume(slot: string): void {
  const entry = entryIn(slot);
  const upload = uploads.get(slot);
  if (upload) upload.resume();
  else if (entry && pausedEarly.delete(entry)) updateEntry(entry, { phase: "checking" });
}

/** Ends what a slot's file does, and forgets it here. */
export function discardUpload(slot: string, draftId: string): void {
  const upload = uploads.get(slot);
  uploads.delete(slot);
  const record = savedUploadIn(draftId, slot);
  if (upload) void upload.forget();
  else if (record) void deleteSavedUpload(record);
}

/** Ends everything; what is kept stays. */
export function stopAllUploads(): void {
  visit.abort();
  visit = new AbortController();
  for (const upload of uploads.values()) upload.end();
  uploads.clear();
}

/** Takes up the files of a draft that were not finished. `files` is what the server has of it. */
export async function restoreUploads(draftId: string, files: readonly FileView[]): Promise<void> {
  const { signal } = visit;
  try {
    await resumeUploads({ ...deps, take }, { draftId, files }, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Has every file that waits make its next try now, and those go on that were paused. */
export function retryAllNow(): void {
  for (const upload of uploads.values()) upload.resume();
  skipRetryDelays();
}

/** Has the server know of every file, so that a step can be saved before they are sent. */
export function registerAllUploads(): void {
  for (const { slot } of entryStates()) {
    const entry = entryIn(slot);
    const upload = uploads.get(slot);
    if (upload) announce(upload);
    else if (entry) announcedEarly.add(entry);
  }
  // One that is being told of already may be waiting for its next try.
  skipRetryDelays();
}

/** What keeps the server from knowing it will keep the file from being sent, and is told then. */
function announce(upload: FileUpload): void {
  upload.announce().catch(() => undefined);
}
