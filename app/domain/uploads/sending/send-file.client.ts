import { abortReason, throwIfAborted } from "~/platform/formats/abort";
import { conflictState, readConflict } from "../slot-conflict";
import { STANDARD_MAX_BYTES } from "../upload-plan";
import { FileChangedError, type FileJob, type Report, type StoredFile } from "./file-job.client";
import { OFFLINE_TEXT, retryDelay, waitingState } from "./retries.client";
import { standardCall } from "./server-calls.client";
import { createRateMeter, StallDetector, slowestDrainMs } from "./stream/link-speed";
import { REQUEST_MS, RefusedError, TransportError, type UploadDeps } from "./transport";

/** Whether anything moves is looked at so often. */
const LOOK_MS = 500;
/** Systems take so many bytes at most before a link has carried any: the rest leaves as it does. */
const MOST_BUFFERED_BYTES = 4 * 1024 * 1024;

/** From when on the speed of a call says how long the rest of it takes. */
const MEASURED_MS = 4_000;
/** What takes longer than this is worth being kept as it comes, as parts are. */
const LONG_SECONDS = 120;
/** Begun anew is what has cost no more than this share of what is left. */
const SMALL_SHARE = 1 / 4;

/** A small file leaves the direct route after so many failed tries in a row for the other one. */
const DIRECT_TRIES = 3;

/**
 * How sending a file ended. `refused`: the server will never take it. `changed`: the file at hand
 * is another one by now. `failed`: it may be tried again later.
 */
export type SendOutcome = "stored" | "refused" | "changed" | "failed" | "stopped";

/** Statuses that say something of the file itself: malformed, too large, of the wrong kind. */
const OF_THE_FILE = [400, 413, 415];

/** How a route goes for one file. */
export interface RouteOptions {
  /** Failed tries in a row, with a connection, after which the failure is thrown. */
  patience?: number;
}

/** A way to the server, until it has the file. @throws what ends it otherwise. */
type SendMethod = (
  deps: UploadDeps,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
  options?: RouteOptions,
) => Promise<StoredFile>;

/** What sending a file needs: the browser, and the route in parts (`sendMultipart`). */
export interface SendDeps extends UploadDeps {
  direct: SendMethod;
}

/**
 * Sends one file the way that suits it until the server has it, for as long as the tab lives. Ends
 * early only when `signal` aborts, the server refuses the file, or the file at hand is another one
 * by now. Files of at most 15 MB go in one call, and take turns with the direct route when that
 * fails; larger ones can only go in parts.
 */
export async function sendFile(
  deps: SendDeps,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
): Promise<SendOutcome> {
  try {
    const small = job.file.size <= STANDARD_MAX_BYTES && job.arrived === undefined;
    const { uploadId, url } = small
      ? await sendEitherWay(deps, job, signal, report)
      : await deps.direct(deps, job, signal, report);
    const nothing = { text: undefined, tries: undefined, cause: undefined, rate: undefined };
    const all = { stored: job.file.size, inFlight: 0, secondsLeft: undefined };
    report({ phase: "stored", uploadId, url, ...all, ...nothing });
    return "stored";
  } catch (error) {
    if (signal.aborted) return "stopped";
    const changed = error instanceof FileChangedError;
    const refused = error instanceof RefusedError;
    const ofTheFile = refused && OF_THE_FILE.includes(error.status);
    const text = changed || refused ? error.message : "Upload failed";
    report({ phase: "failed", inFlight: 0, text, canRetry: !changed && !ofTheFile });
    const conflict = refused ? readConflict(error.reply) : undefined;
    if (conflict) report(conflictState(conflict, job.file));
    if (changed) return "changed";
    return ofTheFile ? "refused" : "failed";
  }
}

async function sendEitherWay(
  deps: SendDeps,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
): Promise<StoredFile> {
  /** Failed tries in a row on both ways together: a page that waits for the file counts them. */
  let tries = 0;
  const countTries: Report = (next) =>
    report(next.tries === undefined ? next : { ...next, tries: tries + next.tries });
  for (let round = 0; ; round++) {
    if (round > 0 || !job.resumes) {
      try {
        return await sendStandard(deps, job, signal, report);
      } catch (error) {
        throwIfAborted(signal);
        if (error instanceof TooSlowError) report({ inFlight: 0 });
        else if (goesOver(error)) {
          if (deps.online()) tries += 1;
          report({ inFlight: 0, cause: error.message });
        } else throw error;
      }
    }
    try {
      const options = { patience: DIRECT_TRIES };
      return await deps.direct(deps, job, signal, countTries, options);
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof TransportError)) throw error;
      const { cut, retryAfterMs } = error.facts;
      const count = DIRECT_TRIES + round;
      tries += DIRECT_TRIES;
      report(waitingState(deps, { cut, tries, cause: error.message }));
      await deps.pause(retryDelay({ count, cut, retryAfterMs }, deps.random()), signal);
      throwIfAborted(signal);
    }
  }
}

/** The link carries, but one call would lose too much to a cut, or to its own end. */
class TooSlowError extends Error {}

/** @param secondsLeft of the call, by its speed so far. */
function isTooSlow(tookMs: number, secondsLeft: number | undefined): boolean {
  if (tookMs < MEASURED_MS || secondsLeft === undefined) return false;
  const leftMs = secondsLeft * 1_000;
  return (
    leftMs > REQUEST_MS - tookMs || (secondsLeft > LONG_SECONDS && tookMs < leftMs * SMALL_SHARE)
  );
}

/** Whether another way is worth trying: nobody answered, or what arrived was not what was sent. */
function goesOver(error: unknown): error is TransportError | RefusedError {
  if (error instanceof TransportError) return true;
  return error instanceof RefusedError && error.status === 409 && !readConflict(error.reply);
}

/** The fields of the standard call (specification, section 7), the file behind them. */
function formOf(job: FileJob, bytes: Blob, sha256: string | undefined): FormData {
  const { draftId, fileName, type, kind, slot, fingerprint, choice, ownChoices } = job.file;
  const form = new FormData();
  // The draft knows the artist; a name here would only be used by one that has none yet.
  form.set("artistName", "");
  form.set("sessionId", draftId);
  form.set("fileType", kind);
  form.set("slot", slot);
  form.set("fingerprint", fingerprint);
  form.set("choice", choice);
  if (ownChoices.length > 0) form.set("ownChoices", ownChoices.join(","));
  form.set("version", String(job.version.read()));
  if (sha256) form.set("sha256", sha256);
  form.set("file", new Blob([bytes], { type }), fileName);
  return form;
}

/**
 * Sends a file of at most 15 MB in one call, once. Nobody says what of it has arrived before all of
 * it has: where nothing leaves any more, or no answer comes, the page is told after 12 seconds.
 * @throws what the call throws, FileChangedError, TooSlowError.
 */
async function sendStandard(
  deps: UploadDeps,
  job: FileJob,
  signal: AbortSignal,
  report: Report,
): Promise<StoredFile> {
  const { size } = job.file;
  const endTurn = await job.turn(signal);
  let stopLook = () => {};
  const own = new AbortController();
  const stop = () => own.abort(abortReason(signal));
  signal.addEventListener("abort", stop);
  try {
    const sha256 = await job.sha256();
    throwIfAborted(signal);
    const rate = createRateMeter();
    const began = deps.now();
    const movement = new StallDetector(began);
    let inFlight = 0;
    rate.begin(began);
    report({ phase: "sending", stored: 0, inFlight, text: undefined });
    const onProgress = (bytes: number) => {
      inFlight = Math.min(bytes, size);
      rate.moved(deps.now(), inFlight);
      const steady = rate.steady();
      const secondsLeft = steady ? (size - inFlight) / steady : undefined;
      const progress = { inFlight, rate: rate.shown(), secondsLeft };
      report({ phase: "sending", text: undefined, ...progress });
      if (isTooSlow(deps.now() - began, secondsLeft)) own.abort(new TooSlowError());
    };
    const look = () => {
      if (movement.isStill(deps.now(), inFlight, REQUEST_MS))
        report({ phase: "waiting", text: OFFLINE_TEXT, rate: undefined, secondsLeft: undefined });
      stopLook = deps.later(LOOK_MS, look);
    };
    look();
    const form = formOf(job, job.bytes(), sha256);
    const drainMs = slowestDrainMs(Math.min(size, MOST_BUFFERED_BYTES));
    const { fileId, url, version } = await standardCall(
      deps.transport,
      form,
      { onProgress, drainMs },
      own.signal,
    );
    if (version !== undefined) job.version.write(version);
    return { uploadId: fileId, url };
  } finally {
    signal.removeEventListener("abort", stop);
    stopLook();
    endTurn();
  }
}
