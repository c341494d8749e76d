import * as v from "valibot";
import { UnreadableError } from "./file-blocks";
import type { Unfinished } from "./reading-messages";

/** Often enough to be known to live; a message costs the page as much as reading a megabyte. */
const TELL_EVERY_BYTES = 4 * 1024 * 1024;

/**
 * Has a worker answer what the page asks of it.
 * @param work reads the file; is to tell `onProgress` how many bytes it has read so far.
 */
export function answerOrders<Order extends v.GenericSchema, Done extends { type: "done" }>(
  order: Order,
  work: (order: v.InferOutput<Order>, onProgress: (bytes: number) => void) => Promise<Done>,
): void {
  const tell = (message: Done | Unfinished) => self.postMessage(message);
  self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    let told = 0;
    const onProgress = (bytes: number) => {
      if (bytes < told + TELL_EVERY_BYTES) return;
      told = bytes;
      tell({ type: "progress" });
    };
    work(v.parse(order, data), onProgress).then(tell, (error: unknown) => {
      tell({ type: "failed", reason: error instanceof UnreadableError ? "unreadable" : "broken" });
    });
  });
}
