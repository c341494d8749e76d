import type { Report, UploadWorld } from "./file-job.client";
import { openSender, type Sending } from "./part-sender.client";

/**
 * Sends what the label does not have yet of an upload, in parts or pieces, until it has all of it.
 * @param patience failed tries in a row, with a connection, after which the failure is thrown.
 * @throws RefusedError, ChangedError, TransportError when patience ends, or the reason of `signal`.
 */
export async function sendParts(
  world: UploadWorld,
  sending: Sending,
  signal: AbortSignal,
  report: Report,
  patience: number,
): Promise<void> {
  const group = new AbortController();
  const sender = openSender(world, sending, group.signal, report, patience);
  const stop = () => {
    group.abort();
    sender.wake();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    while (!sending.work.finished()) {
      signal.throwIfAborted();
      await sender.turn();
    }
  } finally {
    signal.removeEventListener("abort", stop);
    group.abort();
  }
}
