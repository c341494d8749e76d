import { throwIfAborted } from "~/platform/formats/abort";
import { BlockSource } from "../compression/blocks.client";
import { FileChangedError } from "../reading/ingest-file.client";
import { readConflict } from "../slot-conflict";
import { StoredBytes } from "../stored-bytes";
import { PART_BYTES } from "../upload-plan";
import { SendWindow } from "./send-window";
import {
  controlCalls,
  dropCall,
  type FileJob,
  finishCall,
  type Opened,
  openCall,
  PartLinks,
  requestedParts,
  type StoredFile,
  statusCall,
} from "./server-calls.client";
import {
  RefusedError,
  type Report,
  type Transport,
  TransportError,
  type UploadDeps,
  withRetries,
} from "./transport.client";
import { type StreamParts, UploadStream } from "./upload-stream.client";

/** An upload that is gone is begun anew this often before its text is shown. */
const BEGINNINGS = 3;
/** Parts that arrived wrong are sent anew in so many rounds. */
const ROUNDS = 4;
/** Files up to this size are read before they are announced: that takes less time than a question back. */
const READ_FIRST_BYTES = 1024 * 1024;
const GONE = [404, 409, 410];

/** Repeats a call until it is answered; see `withRetries`. */
type Persist = <T>(ask: () => Promise<T>) => Promise<T>;

/**
 * Has the server make a file the last choice of its slot, and open an upload for it or go on with what
 * it has of it. Where it may have another file of the same fingerprint, such as the master before this
 * one, of the same length and with the same silence at its ends, all of this one is read first.
 * @throws FileChangedError where it cannot be read, or what the call throws.
 */
export async function requestUpload(
  transport: Transport,
  job: FileJob,
  { persist, signal, report }: { persist: Persist; signal: AbortSignal; report: Report },
): Promise<Opened> {
  const ask = (sha256: string | null) =>
    persist(() => openCall(transport, job.file, sha256, signal));
  const isSmall = job.file.size <= READ_FIRST_BYTES;
  const knownSha256 = job.sha256Known() ?? (isSmall ? await job.sha256() : null);
  let reply = await ask(knownSha256);
  if ("needsHash" in reply) {
    report({ phase: "checking", stored: 0, inFlight: 0, text: undefined, rate: undefined });
    const hashes = await job.hashes(PART_BYTES);
    throwIfAborted(signal);
    if (!hashes) throw new FileChangedError();
    reply = await ask(hashes.sha256);
  }
  if ("needsHash" in reply)
    throw new TransportError("Failed to parse server response", { cut: false });
  job.onVersion(reply.version);
  return reply;
}

/** One file that is being sent, and what its steps share. */
interface Sending {
  deps: UploadDeps;
  job: FileJob;
  signal: AbortSignal;
  report: Report;
  persist: Persist;
}

/**
 * What the server has of a file is never sent again, and an upload that is no longer open there is
 * begun anew.
 * @throws what {@link UploadStream} and the calls throw.
 */
export async function sendInParts(
  deps: UploadDeps,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
): Promise<StoredFile> {
  let askedAt = 0;
  const persist = <T>(ask: () => Promise<T>) =>
    withRetries(deps, signal, report, () => {
      askedAt = deps.now();
      return ask();
    });
  const sending = { deps, job, signal, report, persist };
  if (job.arrived !== undefined) return finishArrived(sending, job.arrived);
  for (let beginning = 1; ; beginning++) {
    const openedUpload = await requestUpload(deps.transport, job, sending);
    const { uploadId, state, url } = openedUpload;
    if (state === "complete" && url !== undefined) return { uploadId, url };
    try {
      return await sendOpened(sending, openedUpload, deps.now() - askedAt);
    } catch (error) {
      const isGone = error instanceof RefusedError && GONE.includes(error.status);
      if (!isGone || requestedParts(error) || readConflict(error.reply)) throw error;
      if (beginning >= BEGINNINGS) throw error;
      await makeRoom(sending, uploadId, error);
    }
  }
}

/** @param answerMs how long its announcement took. */
async function sendOpened(sending: Sending, upload: Opened, answerMs: number): Promise<StoredFile> {
  const { deps, job, report } = sending;
  const { uploadId, partSize, uploadUrl: url, piecesUrl } = upload;
  const { size } = job.file;
  const unreportedParts = job.unreported(uploadId);
  const stored = new StoredBytes(size, partSize, {
    parts: [...upload.held, ...unreportedParts.read().map(({ number }) => number)],
    pieces: upload.pieces,
  });
  const calls = controlCalls(deps.transport, uploadId);
  const plan = { size, partSize };
  const links = new PartLinks(deps, calls, unreportedParts, plan, { url, piecesUrl });
  const window = new SendWindow(upload.carrier, answerMs);
  report({ uploadId, stored: stored.total(), inFlight: 0 });
  for (let round = 1; ; round++) {
    await sendInTurn(sending, { upload, job, stored, links, calls, window });
    try {
      return await finish(sending, uploadId, partSize);
    } catch (error) {
      const missing = error instanceof RefusedError ? requestedParts(error) : undefined;
      if (!missing || round >= ROUNDS) throw error;
      // It has heard of them, and may have laid them elsewhere since.
      unreportedParts.write([]);
      for (const number of missing) {
        stored.removePart(number);
      }
      // They go to a new try of the server's, which old links do not lead to.
      links.forgetAll();
      // The hashes are those of the copy, should the file be another one by now.
      await job.recover();
    }
  }
}

/** Finishes by its id what another visit or device has sent: its fingerprint may be another's too. */
async function finishArrived(sending: Sending, uploadId: string): Promise<StoredFile> {
  try {
    return await finish(sending, uploadId, PART_BYTES);
  } catch (error) {
    const isLacking =
      error instanceof RefusedError && (error.status === 404 || requestedParts(error));
    if (!isLacking) throw error;
    // What is missing, or was not what was sent, has to come from the file.
    sending.report({ stored: 0 });
    throw new FileChangedError();
  }
}

async function sendInTurn(
  { deps, job, signal, report }: Sending,
  parts: Omit<StreamParts, "blocks">,
): Promise<void> {
  if (parts.stored.isFinished()) return;
  const endTurn = await job.turn(signal);
  try {
    const { window, upload } = parts;
    const compression = upload.compression ? deps.compression : undefined;
    const blocks = new BlockSource(job.bytes, compression, () => window.rate(), signal);
    await new UploadStream(deps, { ...parts, blocks }, signal, report).run();
  } finally {
    endTurn();
  }
}

async function finish(
  { deps, job, signal, report, persist }: Sending,
  uploadId: string,
  partSize: number,
): Promise<StoredFile> {
  const checking = { phase: "checking", text: undefined, rate: undefined } as const;
  report({ ...checking, stored: job.file.size, inFlight: 0, secondsLeft: undefined });
  const hashes = await job.hashes(partSize);
  throwIfAborted(signal);
  const { url, fileId } = await persist(() => {
    report(checking);
    const storedParts = job.unreported(uploadId).read();
    return finishCall(
      deps.transport,
      uploadId,
      { hashes, stored: storedParts, loudness: job.loudness() },
      signal,
    );
  });
  return { uploadId: fileId, url };
}

/** Clears the way for a new beginning. @throws `error` where the server refuses the file itself. */
async function makeRoom({ deps, signal, persist }: Sending, uploadId: string, error: unknown) {
  try {
    const { state } = await persist(() => statusCall(deps.transport, uploadId, signal));
    if (state === "rejected") throw error;
    // Open for the server's books, yet closed for its storage: another must take its place.
    if (state !== "open") return;
    await persist(() => dropCall(deps.transport, uploadId, signal));
  } catch (problem) {
    if (!(problem instanceof RefusedError) || problem === error) throw problem;
  }
}
