import { TransferTimeout } from "~/forms/transfer-timeout";
import { PIECE_STEP_BYTES } from "../pieces";

const KIB = 1024;
/** On a fast link, which would make many objects of little time, a slice is so large; */
const MAX_SLICE_BYTES = 512 * KIB;
/** else it is kept when it is as large and as old as one of these says. */
const FLUSH_RULES = [
  { bytes: 256 * KIB, ms: 250 },
  { bytes: 64 * KIB, ms: 1_000 },
];
/** Where nothing comes for so long, what is there is kept: cuts often leave a request half open. */
const QUIET_MS = 1_000;
/**
 * A request that brings nothing for so long is given up, or a drop at a time: what has come is kept, and
 * its sender goes on from there with another.
 */
const STALL_MS = 8_000;
const READ_BYTES = 64 * KIB;

/** How a body ended. `cut`: its connection broke. `silent`: nothing came any more. */
export type BodyEnd = "whole" | "cut" | "silent";

/** The time, as far as slices need it. Milliseconds. */
interface SliceTime {
  now(): number;
  /** Calls back later. @returns what stops it. */
  schedule(ms: number, run: () => void): () => void;
}

const realTime: SliceTime = {
  now: () => Date.now(),
  schedule(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * Cuts a body into slices as it comes, so that what is there can be kept before the rest is: 64 to
 * 256 KiB by the link, more only where that takes no quarter of a second. All but the last of a whole body are multiples of a piece's
 * step; of a body that is cut the bytes after the last step are dropped. Holds one slice in memory
 * beside those that whoever asked still uses.
 */
export async function* readSlices(
  body: ReadableStream,
  time: SliceTime = realTime,
): AsyncGenerator<Uint8Array<ArrayBuffer>, BodyEnd> {
  // By a reader of one's own memory: the other kind hands out 4 KiB at a time, at ten times the CPU.
  const reader = body.getReader({ mode: "byob" });
  const read = (memory: ArrayBuffer) =>
    reader.read(new Uint8Array(memory)).catch(() => "cut" as const);
  let slice = new Uint8Array(MAX_SLICE_BYTES);
  let filledBytes = 0;
  let sliceStartedAt = time.now();
  const timeout = new TransferTimeout(STALL_MS);
  const takeBytes = (bytes: number) => {
    const head = slice.subarray(0, bytes);
    const rest = slice.subarray(bytes, filledBytes);
    slice = new Uint8Array(MAX_SLICE_BYTES);
    slice.set(rest);
    filledBytes = rest.length;
    sliceStartedAt = time.now();
    return head;
  };
  const wholeSteps = () => filledBytes - (filledBytes % PIECE_STEP_BYTES);
  try {
    let nextRead = read(new ArrayBuffer(READ_BYTES));
    for (;;) {
      const askedAt = time.now();
      const next = await raceQuiet(nextRead, time);
      const receivedBytes = next === "quiet" || next === "cut" ? 0 : (next.value?.length ?? 0);
      const isInTime = timeout.spend(time.now() - askedAt, receivedBytes);
      if (next === "quiet" || next === "cut") {
        if (wholeSteps() > 0) yield takeBytes(wholeSteps());
        if (next === "cut") return "cut";
        if (!isInTime) return "silent";
        continue;
      }
      if (next.done) {
        if (filledBytes > 0) yield takeBytes(filledBytes);
        return "whole";
      }
      const { value } = next;
      for (let offset = 0; offset < value.length; ) {
        const chunk = value.subarray(offset, offset + MAX_SLICE_BYTES - filledBytes);
        slice.set(chunk, filledBytes);
        filledBytes += chunk.length;
        offset += chunk.length;
        if (filledBytes === MAX_SLICE_BYTES) yield takeBytes(filledBytes);
      }
      const age = time.now() - sliceStartedAt;
      if (FLUSH_RULES.some(({ bytes, ms }) => filledBytes >= bytes && age >= ms)) yield takeBytes(wholeSteps());
      if (!isInTime) {
        if (wholeSteps() > 0) yield takeBytes(wholeSteps());
        return "silent";
      }
      nextRead = read(value.buffer);
    }
  } finally {
    // Whatever is not wanted any more is not waited for.
    void reader.cancel().catch(() => undefined);
  }
}

/** What comes, or "quiet" when it takes longer than that. */
async function raceQuiet<T>(promise: Promise<T>, time: SliceTime): Promise<T | "quiet"> {
  let stop = () => {};
  const quiet = new Promise<"quiet">((resolve) => {
    stop = time.schedule(QUIET_MS, () => resolve("quiet"));
  });
  try {
    return await Promise.race([promise, quiet]);
  } finally {
    stop();
  }
}

/** A body that is not wanted is read on for so much and so long: */
const DISCARD_BYTES = 512 * KIB;
const DISCARD_MS = 20;

/**
 * Lets go of a body that is not wanted, so that its sender hears the answer before it has sent all of
 * it. Some is read first: a small body that is broken off costs some senders the answer.
 */
export async function discardBody(body: ReadableStream, time: SliceTime = realTime): Promise<void> {
  const reader = body.getReader({ mode: "byob" });
  let stop = () => {};
  const timeout = new Promise<"late">((resolve) => {
    stop = time.schedule(DISCARD_MS, () => resolve("late"));
  });
  try {
    for (let readBytes = 0; readBytes < DISCARD_BYTES; ) {
      const next = await Promise.race([reader.read(new Uint8Array(READ_BYTES)), timeout]);
      if (next === "late" || next.done) break;
      readBytes += next.value.length;
    }
  } catch {
    // Its sender is gone.
  } finally {
    stop();
    void reader.cancel().catch(() => undefined);
  }
}
