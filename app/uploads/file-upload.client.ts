import { type PartOutcome, sendPart } from "./part-transport.client";
import { partRange, type UploadKind } from "./plan";
import {
  finishCall,
  RefusedError,
  type Started,
  startCall,
  TransportError,
} from "./upload-calls.client";
import type { UploadState } from "./upload-state";

const PARTS_IN_FLIGHT = 3;
const MAX_DELAY_MS = 30_000;

type Report = (change: Partial<UploadState>) => void;

const hurried = new EventTarget();

/** Ends every pause between two tries. */
export function tryNow(): void {
  hurried.dispatchEvent(new Event("now"));
}

/**
 * Waits before try number `attempt` (from 0): doubling with jitter, cut short when back online, and
 * by {@link tryNow}.
 */
function pause(attempt: number, signal: AbortSignal): Promise<void> {
  const delay = Math.min(MAX_DELAY_MS, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      hurried.removeEventListener("now", done);
      resolve();
    };
    const timer = setTimeout(done, delay);
    window.addEventListener("online", done);
    hurried.addEventListener("now", done);
    signal.addEventListener("abort", done, { once: true });
  });
}

const waitingText = () => (navigator.onLine ? "Connection lost." : "No connection.");

/** Repeats a call until it works, is refused for good, or the artist stops it. */
async function persist<T>(signal: AbortSignal, report: Report, ask: () => Promise<T>): Promise<T> {
  for (let attempt = 0, tries = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !(error instanceof TransportError)) throw error;
      // Without a connection nothing was tried.
      if (navigator.onLine) tries += 1;
      report({ phase: "waiting", text: waitingText(), tries, cause: error.message });
      await pause(attempt, signal);
    }
  }
}

/**
 * One file's life: tell the server, send the parts a few at a time, have it checked. Tries as long
 * as the tab lives; ends early only when `signal` aborts or the server refuses the file.
 */
export async function uploadFile(
  file: File,
  target: { kind: UploadKind; slot: string },
  signal: AbortSignal,
  report: Report,
): Promise<void> {
  try {
    const started = await persist(signal, report, () =>
      startCall(file, target.kind, target.slot, signal),
    );
    report({ phase: "sending", uploadId: started.uploadId, text: undefined });
    await sendParts(file, started, signal, report);
    report({ phase: "checking", sent: file.size, text: undefined });
    const { url } = await persist(signal, report, () => finishCall(started.uploadId, signal));
    report({ phase: "stored", sent: file.size, url, text: undefined });
  } catch (error) {
    if (signal.aborted) return;
    const text = error instanceof RefusedError ? error.message : "Upload failed";
    report({ phase: "failed", text });
  }
}

async function sendParts(file: File, plan: Started, signal: AbortSignal, report: Report) {
  const sent = new Map<number, number>();
  const tell = (number: number, bytes: number) => {
    sent.set(number, bytes);
    let total = 0;
    for (const part of sent.values()) total += part;
    report({ phase: "sending", sent: Math.min(total, file.size), text: undefined });
  };
  let next = 1;
  const lane = async () => {
    while (next <= plan.parts && !signal.aborted) {
      const number = next++;
      const range = partRange(file.size, plan.partSize, number);
      if (!range) throw new Error("The plan has fewer parts than it says");
      const bytes = file.slice(range.start, range.end);
      await sendUntilStored(`${plan.uploadUrl}${number}`, bytes, signal, report, (done) =>
        tell(number, done),
      );
      tell(number, bytes.size);
    }
  };
  await Promise.all(Array.from({ length: PARTS_IN_FLIGHT }, lane));
  signal.throwIfAborted();
}

async function sendUntilStored(
  url: string,
  bytes: Blob,
  signal: AbortSignal,
  report: Report,
  onProgress: (bytes: number) => void,
): Promise<void> {
  for (let attempt = 0, tries = 0; ; attempt++) {
    const outcome: PartOutcome = await sendPart(url, bytes, signal, onProgress);
    if (outcome.kind === "stored") return;
    signal.throwIfAborted();
    if (outcome.kind === "final") throw new RefusedError(outcome.text);
    if (navigator.onLine) tries += 1;
    onProgress(0);
    report({ phase: "waiting", text: waitingText(), tries, cause: outcome.text });
    await pause(attempt, signal);
    signal.throwIfAborted();
  }
}
