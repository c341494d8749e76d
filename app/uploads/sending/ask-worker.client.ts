import * as v from "valibot";
import type { Unfinished } from "./reading-messages";

/** A worker that says nothing for so long has died, as when a phone runs out of memory. */
const SILENCE_MS = 60_000;

/** The worker cannot be had, or has broken down. */
export class NoWorkerError extends Error {
  override readonly name = "NoWorkerError";
}

/**
 * Has a worker of its own read a file.
 * @param name the name of a `.worker.ts` file.
 * @param messages what the worker says.
 * @returns what it is done with; nothing when the file cannot be read, or `signal` has aborted.
 * @throws NoWorkerError
 */
export function askWorker<Done extends { type: "done" }>(
  name: "intake" | "listen",
  order: object,
  messages: v.GenericSchema<unknown, Done | Unfinished>,
  signal: AbortSignal,
): Promise<Done | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    let worker: Worker;
    try {
      worker = new Worker(`/workers/${name}.js`, { type: "module" });
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
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { success, output } = v.safeParse(messages, data);
      if (!success) return;
      clearTimeout(silence);
      silence = setTimeout(giveUp, SILENCE_MS);
      if (output.type === "done") end(() => resolve(output));
      else if (output.type === "failed") output.reason === "broken" ? giveUp() : stop();
    };
    worker.onerror = giveUp;
    signal.addEventListener("abort", stop, { once: true });
    worker.postMessage(order);
  });
}
