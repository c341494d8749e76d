import type { AudioFindings } from "~/media/audio-findings";
import { askWorker, NoWorkerError } from "./ask-worker.client";
import type { Hashes } from "./label-calls.client";
import { type IntakeOrder, intakeMessageSchema, listenMessageSchema } from "./reading-messages";

/** What reading a whole file gave. */
export interface Intake extends Hashes {
  /** Whether there is a whole copy on this device. */
  copied: boolean;
}

function unlessBroken(error: unknown): undefined {
  if (!(error instanceof NoWorkerError)) throw error;
}

/**
 * Reads a file once, in a worker: hashes it and copies it to this device. Where there is no worker
 * the page hashes it, and there is no copy.
 * @returns undefined when the file cannot be read, or `signal` has aborted.
 */
export async function takeIn(order: IntakeOrder, signal: AbortSignal): Promise<Intake | undefined> {
  try {
    return await askWorker("intake", order, intakeMessageSchema, signal);
  } catch (error) {
    unlessBroken(error);
  }
  try {
    const { hashInPage } = await import("./page-hash.client");
    if (signal.aborted) return undefined;
    const hashes = await hashInPage(order.file, order.partSize);
    return { ...hashes, copied: false };
  } catch {
    return undefined;
  }
}

/**
 * Listens to a WAV file, in a worker beside the one that takes it in: devices have processors for
 * both.
 * @returns undefined when it cannot be listened to, or `signal` has aborted.
 */
export async function listenTo(
  file: Blob,
  signal: AbortSignal,
): Promise<AudioFindings | undefined> {
  const heard = await askWorker("listen", { file }, listenMessageSchema, signal).catch(
    unlessBroken,
  );
  return heard?.findings ?? undefined;
}
