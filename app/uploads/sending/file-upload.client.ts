import { STANDARD_MAX_BYTES } from "../plan";
import { retryDelay } from "./back-off";
import { type DirectOptions, type StoredFile, sendDirect } from "./direct-upload.client";
import { ChangedError, type FileJob, type Report, type UploadWorld } from "./file-job.client";
import { waitingState } from "./keep-trying.client";
import { RefusedError, TransportError } from "./label-answer.client";
import { sendStandard } from "./standard-upload.client";

/** A small file leaves the direct route after so many failed tries in a row for the other one. */
const DIRECT_TRIES = 3;

/**
 * How a file's life ended. `refused`: the label will never take it. `changed`: the file at hand is
 * another one by now. `failed`: it may be tried again later.
 */
export type Ending = "stored" | "refused" | "changed" | "failed" | "stopped";

/** Statuses that say something of the file itself: malformed, too large, of the wrong kind. */
const OF_THE_FILE = [400, 413, 415];

/**
 * One file's life: goes the way that suits it until the label has it, for as long as the tab
 * lives. Ends early only when `signal` aborts, the label refuses the file, or the file at hand is
 * another one by now. Files of at most 15 MB go in one call, and take turns with the direct route
 * when that fails; larger ones can only go in parts.
 */
export async function uploadFile(
  world: UploadWorld,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
  onPace?: DirectOptions["onPace"],
): Promise<Ending> {
  try {
    const small = job.file.size <= STANDARD_MAX_BYTES;
    const { uploadId, url } = small
      ? await eitherWay(world, job, signal, report, onPace)
      : await sendDirect(world, job, signal, report, { onPace });
    const nothing = { text: undefined, tries: undefined, cause: undefined, rate: undefined };
    const all = { stored: job.file.size, inFlight: 0, secondsLeft: undefined };
    report({ phase: "stored", uploadId, url, ...all, ...nothing });
    return "stored";
  } catch (error) {
    if (signal.aborted) return "stopped";
    const changed = error instanceof ChangedError;
    const told = changed || error instanceof RefusedError;
    const ofTheFile = error instanceof RefusedError && OF_THE_FILE.includes(error.status);
    const text = told ? error.message : "Upload failed";
    report({ phase: "failed", inFlight: 0, text, mayRetry: !changed && !ofTheFile });
    if (changed) return "changed";
    return ofTheFile ? "refused" : "failed";
  }
}

async function eitherWay(
  world: UploadWorld,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
  onPace: DirectOptions["onPace"],
): Promise<StoredFile> {
  /** Failed tries in a row on both ways together: a page that waits for the file counts them. */
  let gone = 0;
  const counted: Report = (next) =>
    report(next.tries === undefined ? next : { ...next, tries: gone + next.tries });
  for (let round = 0; ; round++) {
    if (round > 0 || !job.resumes) {
      try {
        return await sendStandard(world, job, signal, report);
      } catch (error) {
        signal.throwIfAborted();
        if (!goesOver(error)) throw error;
        if (world.online()) gone += 1;
        report({ inFlight: 0, cause: error.message });
      }
    }
    try {
      return await sendDirect(world, job, signal, counted, { patience: DIRECT_TRIES, onPace });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TransportError)) throw error;
      const { cut, retryAfterMs } = error.facts;
      const count = DIRECT_TRIES + round;
      gone += DIRECT_TRIES;
      report(waitingState(world, { cut, tries: gone, cause: error.message }));
      await world.pause(retryDelay({ count, cut, retryAfterMs }, world.random()), signal);
      signal.throwIfAborted();
    }
  }
}

/** Whether another way is worth trying: nobody answered, or what arrived was not what was sent. */
function goesOver(error: unknown): error is TransportError | RefusedError {
  return error instanceof TransportError || (error instanceof RefusedError && error.status === 409);
}
