import type { FileJob, Report, UploadWorld } from "./file-job.client";
import { keepTrying } from "./keep-trying.client";
import { RefusedError } from "./label-answer.client";
import {
  dropCall,
  finishCall,
  type Opened,
  openCall,
  partsAskedFor,
  statusCall,
} from "./label-calls.client";
import { openPace, type Pace } from "./pace";
import { openPartLinks } from "./part-links.client";
import type { Sending } from "./part-sender.client";
import { sendParts } from "./send-parts.client";
import { openWorkList } from "./work-list";

/** A file the label has, whole and judged. */
export interface StoredFile {
  uploadId: string;
  url: string;
}

/** An upload that is gone is begun anew this often before its text is shown. */
const BEGINNINGS = 3;
/** Parts that arrived wrong are sent anew in so many rounds. */
const ROUNDS = 4;
const GONE = [404, 409, 410];

/** How the direct route goes for one file. */
export interface DirectOptions {
  /** Failed tries in a row, with a connection, after which the failure is thrown. */
  patience?: number;
  /** Called with the pace of the link once all bytes are there. */
  onPace?: (pace: Pace) => void;
}

/**
 * Sends a file in parts: what the label has of it is never sent again, and an upload that is no
 * longer open there is begun anew.
 * @throws what {@link sendParts} throws.
 */
export async function sendDirect(
  world: UploadWorld,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
  { patience = Number.POSITIVE_INFINITY, onPace }: DirectOptions = {},
): Promise<StoredFile> {
  const persist = <T>(ask: () => Promise<T>) => keepTrying(world, signal, report, ask, patience);
  for (let beginning = 1; ; beginning++) {
    const opened = await persist(() => openCall(world.transport, job.file, job.partSize, signal));
    const { uploadId, state, url } = opened;
    if (state === "complete" && url !== undefined) return { uploadId, url };
    try {
      return await oneUpload(opened);
    } catch (error) {
      const gone = error instanceof RefusedError && GONE.includes(error.status);
      if (!gone || partsAskedFor(error) || beginning >= BEGINNINGS) throw error;
      await makeRoom(uploadId, error);
    }
  }

  async function oneUpload(upload: Opened): Promise<StoredFile> {
    const { uploadId, partSize } = upload;
    const unreported = job.unreported(uploadId);
    const work = openWorkList(job.file.size, partSize, {
      parts: [...upload.held, ...unreported.read().map(({ number }) => number)],
      pieces: upload.pieces,
    });
    const links = openPartLinks(world, upload, unreported);
    const pace = openPace(partSize, upload.carrier);
    report({ uploadId, stored: work.stored(), inFlight: 0 });
    for (let round = 1; ; round++) {
      await sendInTurn({ upload, job, work, links, pace });
      onPace?.(pace);
      try {
        return await finish(uploadId, partSize);
      } catch (error) {
        const missing = error instanceof RefusedError ? partsAskedFor(error) : undefined;
        if (!missing || round >= ROUNDS) throw error;
        // It has heard of them, and may have laid them elsewhere since.
        unreported.write([]);
        for (const number of missing) {
          work.lost(number);
          // It goes to a new try of the label's, which old links do not lead to.
          links.forget(number);
        }
        // The hashes are those of the copy, should the file be another one by now.
        await job.recover();
      }
    }
  }

  async function sendInTurn(sending: Sending): Promise<void> {
    if (sending.work.finished()) return;
    const endTurn = await job.turn(signal);
    try {
      await sendParts(world, sending, signal, report, patience);
    } finally {
      endTurn();
    }
  }

  async function finish(uploadId: string, partSize: number): Promise<StoredFile> {
    const checking = { phase: "checking", text: undefined, rate: undefined } as const;
    report({ ...checking, stored: job.file.size, inFlight: 0, secondsLeft: undefined });
    const hashes = await job.hashes(partSize);
    signal.throwIfAborted();
    const { url, fileId } = await persist(() => {
      report(checking);
      const stored = job.unreported(uploadId).read();
      return finishCall(world.transport, uploadId, { hashes, stored }, signal);
    });
    return { uploadId: fileId, url };
  }

  /** Clears the way for a new beginning. @throws `error` where the label refuses the file itself. */
  async function makeRoom(uploadId: string, error: unknown): Promise<void> {
    try {
      const { state } = await persist(() => statusCall(world.transport, uploadId, signal));
      if (state === "rejected") throw error;
      // Open for the label's books, yet closed for its storage: another must take its place.
      if (state === "open") await persist(() => dropCall(world.transport, uploadId, signal));
    } catch (problem) {
      if (!(problem instanceof RefusedError) || problem === error) throw problem;
    }
  }
}
