import { throwIfAborted } from "~/platform/formats/abort";
import { readConflict } from "../slot-conflict";
import { FileChangedError, type FileJob, type Report, type StoredFile } from "./file-job.client";
import { withRetries } from "./retries.client";
import type { RouteOptions } from "./send-file.client";
import {
  controlCalls,
  dropCall,
  finishCall,
  type Opened,
  requestedParts,
  requestUpload,
  statusCall,
} from "./server-calls.client";
import { BlockSource } from "./stream/blocks.client";
import { LinkSpeed } from "./stream/link-speed";
import { PartLinks } from "./stream/part-links.client";
import { StoredBytes } from "./stream/stored-bytes";
import { type StreamParts, UploadStream } from "./stream/upload-stream.client";
import { RefusedError, type UploadDeps } from "./transport";

/** An upload that is gone is begun anew this often before its text is shown. */
const BEGINNINGS = 3;
/** Parts that arrived wrong are sent anew in so many rounds. */
const ROUNDS = 4;
const GONE = [404, 409, 410];

/**
 * Sends a file in parts: what the server has of it is never sent again, and an upload that is no
 * longer open there is begun anew.
 * @throws what {@link UploadStream} and the calls throw.
 */
export async function sendMultipart(
  deps: UploadDeps,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
  { patience = Number.POSITIVE_INFINITY }: RouteOptions = {},
): Promise<StoredFile> {
  const { transport } = deps;
  const persist = <T>(ask: () => Promise<T>) =>
    withRetries(deps, signal, report, ask, { patience });
  if (job.arrived !== undefined) return finishArrived(job.arrived);
  for (let beginning = 1; ; beginning++) {
    const openedUpload = await requestUpload(transport, job, { persist, signal, report });
    const { uploadId, state, url } = openedUpload;
    if (state === "complete" && url !== undefined) return { uploadId, url };
    try {
      return await oneUpload(openedUpload);
    } catch (error) {
      const isGone = error instanceof RefusedError && GONE.includes(error.status);
      if (!isGone || requestedParts(error) || readConflict(error.reply)) throw error;
      if (beginning >= BEGINNINGS) throw error;
      await makeRoom(uploadId, error);
    }
  }

  async function oneUpload(upload: Opened): Promise<StoredFile> {
    const { uploadId, partSize, uploadUrl: url, piecesUrl } = upload;
    const { size } = job.file;
    const unreportedParts = job.unreported(uploadId);
    const stored = new StoredBytes(size, partSize, {
      parts: [...upload.held, ...unreportedParts.read().map(({ number }) => number)],
      pieces: upload.pieces,
    });
    const calls = controlCalls(transport, uploadId);
    const plan = { size, partSize };
    const links = new PartLinks(deps, calls, unreportedParts, plan, { url, piecesUrl });
    const speed = new LinkSpeed(upload.carrier);
    report({ uploadId, stored: stored.total(), inFlight: 0 });
    for (let round = 1; ; round++) {
      await sendInTurn({ upload, job, stored, links, calls, speed });
      try {
        return await finish(uploadId, partSize);
      } catch (error) {
        const missing = error instanceof RefusedError ? requestedParts(error) : undefined;
        if (!missing || round >= ROUNDS) throw error;
        // It has heard of them, and may have laid them elsewhere since.
        unreportedParts.write([]);
        for (const number of missing) {
          stored.remove(number);
        }
        // They go to a new try of the server's, which old links do not lead to.
        links.forgetAll();
        // The hashes are those of the copy, should the file be another one by now.
        await job.recover();
      }
    }
  }

  /** Finishes by its id what another visit or device has sent: its fingerprint may be another's too. */
  async function finishArrived(uploadId: string): Promise<StoredFile> {
    try {
      return await finish(uploadId, job.partSize);
    } catch (error) {
      const isLacking =
        error instanceof RefusedError && (error.status === 404 || requestedParts(error));
      if (!isLacking) throw error;
      // What is missing, or was not what was sent, has to come from the file.
      report({ stored: 0 });
      throw new FileChangedError();
    }
  }

  async function sendInTurn(parts: Omit<StreamParts, "blocks">): Promise<void> {
    if (parts.stored.isFinished()) return;
    const endTurn = await job.turn(signal);
    try {
      const { speed, upload } = parts;
      const compression = upload.compression ? deps.compression : undefined;
      const blocks = new BlockSource(job.bytes, compression, () => speed.carried(), signal);
      await new UploadStream(deps, { ...parts, blocks }, signal, report, patience).run();
    } finally {
      endTurn();
    }
  }

  async function finish(uploadId: string, partSize: number): Promise<StoredFile> {
    const checking = { phase: "checking", text: undefined, rate: undefined } as const;
    report({ ...checking, stored: job.file.size, inFlight: 0, secondsLeft: undefined });
    const hashes = await job.hashes(partSize);
    throwIfAborted(signal);
    const { url, fileId } = await persist(() => {
      report(checking);
      const storedParts = job.unreported(uploadId).read();
      return finishCall(transport, uploadId, { hashes, stored: storedParts }, signal);
    });
    return { uploadId: fileId, url };
  }

  /** Clears the way for a new beginning. @throws `error` where the server refuses the file itself. */
  async function makeRoom(uploadId: string, error: unknown): Promise<void> {
    try {
      const { state } = await persist(() => statusCall(transport, uploadId, signal));
      if (state === "rejected") throw error;
      // Open for the server's books, yet closed for its storage: another must take its place.
      if (state !== "open") return;
      await persist(() => dropCall(transport, uploadId, signal));
    } catch (problem) {
      if (!(problem instanceof RefusedError) || problem === error) throw problem;
    }
  }
}
