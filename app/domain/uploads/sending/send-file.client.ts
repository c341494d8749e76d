import { FileChangedError } from "../reading/ingest-file.client";
import { conflictState, readConflict } from "../slot-conflict";
import { ALREADY_SUBMITTED } from "../upload-texts";
import { sendInParts } from "./send-in-parts.client";
import type { FileJob } from "./server-calls.client";
import { RefusedError, type Report, type UploadDeps } from "./transport.client";

/** Statuses that say something of the file itself: malformed, too large, of the wrong kind. */
const OF_THE_FILE = [400, 413, 415];

/**
 * How sending a file ended. `refused`: the server will never take it. `changed`: the file at hand
 * is another one by now. `failed`: it may be tried again later.
 */
export type SendOutcome = "stored" | "refused" | "changed" | "failed" | "stopped";

/**
 * Sends one file until the server has it, for as long as the tab lives. Ends early only when `signal`
 * aborts, the server refuses the file, or the file at hand is another one by now.
 */
export async function sendFile(
  deps: UploadDeps,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
): Promise<SendOutcome> {
  try {
    const { uploadId, url } = await sendInParts(deps, job, signal, report);
    const nothing = { text: undefined, tries: undefined, cause: undefined, rate: undefined };
    const all = { stored: job.file.size, inFlight: 0, secondsLeft: undefined };
    report({ phase: "stored", uploadId, url, ...all, ...nothing });
    return "stored";
  } catch (error) {
    if (signal.aborted) return "stopped";
    const isChanged = error instanceof FileChangedError;
    const isRefused = error instanceof RefusedError;
    const isOfTheFile = isRefused && OF_THE_FILE.includes(error.status);
    const text = isChanged || isRefused ? error.message : "Upload failed";
    const isOver = isChanged || isOfTheFile || text === ALREADY_SUBMITTED;
    report({ phase: "failed", inFlight: 0, text, canRetry: !isOver });
    const conflict = isRefused ? readConflict(error.reply) : undefined;
    if (conflict) report(conflictState(conflict, job.file));
    if (isChanged) return "changed";
    return isOfTheFile ? "refused" : "failed";
  }
}
