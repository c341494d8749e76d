import * as v from "valibot";
import type { AudioFindings } from "~/media/audio-findings";
import { type IntakeMessage, type IntakeOrder, intakeMessageSchema } from "./intake-messages";
import type { Hashes } from "./label-calls.client";

const WORKER = "/workers/intake.js";

/** A worker that says nothing for so long has died, as when a phone runs out of memory. */
const SILENCE_MS = 60_000;

/** What reading a whole file gave. */
export interface Intake extends Hashes {
  /** Whether there is a whole copy on this device. */
  copied: boolean;
  /** What listening to it found, if it was listened to. */
  findings: AudioFindings | null;
}

/** The worker cannot be had, or has broken down. */
class NoWorkerError extends Error {
  override readonly name = "NoWorkerError";
}

function byWorker(order: IntakeOrder, signal: AbortSignal): Promise<Intake | undefined> {
  return new Promise((resolve, reject) => {
    let worker: Worker;
    try {
      worker = new Worker(WORKER, { type: "module" });
    } catch {
      return reject(new NoWorkerError());
    }
    const giveUp = () => end(() => reject(new NoWorkerError()));
    let silence = setTimeout(giveUp, SILENCE_MS);
    const end = (settle: () => void) => {
      clearTimeout(silence);
      worker.terminate();
      signal.removeEventListener("abort", stop);
      settle();
    };
    const stop = () => end(() => resolve(undefined));
    const hear = (message: IntakeMessage) => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS);
      if (message.type === "done") end(() => resolve(message));
      else if (message.type === "failed")
        end(() => (message.reason === "broken" ? reject(new NoWorkerError()) : resolve(undefined)));
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const read = v.safeParse(intakeMessageSchema, data);
      if (read.success) hear(read.output);
    };
    worker.onerror = giveUp;
    signal.addEventListener("abort", stop, { once: true });
    worker.postMessage(order);
  });
}

/**
 * Reads a file once, in a worker: hashes it, copies it to this device, listens to it. Where there is
 * no worker the page hashes it, and there is no copy.
 * @returns undefined when the file cannot be read, or `signal` has aborted.
 */
export async function takeIn(order: IntakeOrder, signal: AbortSignal): Promise<Intake | undefined> {
  try {
    return await byWorker(order, signal);
  } catch (error) {
    if (!(error instanceof NoWorkerError)) throw error;
  }
  try {
    const { hashInPage } = await import("./page-hash.client");
    if (signal.aborted) return undefined;
    const hashes = await hashInPage(order.file, order.partSize);
    return { ...hashes, copied: false, findings: null };
  } catch {
    return undefined;
  }
}
