import { TransferTimeout } from "~/forms/transfer-timeout";
import { schedule } from "~/platform/timeout";
import { PIECE_STEP_BYTES } from "../pieces";

const KIB = 1024;
/** On a fast connection, where smaller slices would be too many. */
const MAX_SLICE_BYTES = 512 * KIB;
/** Otherwise a slice of this size is stored at this age. */
const FLUSH_RULES = [
  { bytes: 256 * KIB, ms: 250 },
  { bytes: 64 * KIB, ms: 1_000 },
];
/** After this silence the bytes so far are stored: cuts often leave a request half open. */
const QUIET_MS = 1_000;
/**
 * A request that stalls or trickles for this long is given up; its sender continues with another.
 */
const STALL_MS = 8_000;
const READ_BYTES = 64 * KIB;

/** `cut`: the connection broke. `silent`: it stalled. */
export type BodyEnd = "whole" | "cut" | "silent";

/** In milliseconds. */
interface SliceTime {
  now(): number;
  /** Like setTimeout. @returns the function that cancels it. */
  schedule(ms: number, run: () => void): () => void;
}

const realTime: SliceTime = {
  now: () => Date.now(),
  schedule: (ms, run) => schedule(run, ms),
};

/** What a body stands for: its own bytes, or those that it decodes to. */
export interface BodyDecoder {
  /** @returns bytes that are valid until the next step. @throws DamagedStreamError */
  decode(bytes: Uint8Array): Iterable<Uint8Array>;
  /** What was kept back until the end, which a cut body has too early. @throws DamagedStreamError */
  finish(isCut: boolean): Iterable<Uint8Array>;
}

const plainDecoder: BodyDecoder = { decode: (bytes) => [bytes], finish: () => [] };

/**
 * Cuts a body into slices as it comes, so that each can be stored before the rest: 64 to 256 KiB by
 * speed, more on fast connections. All but the last are multiples of the piece step; a cut body
 * loses the bytes after the last step. Holds one slice in memory besides those in use.
 * @throws DamagedStreamError
 */
export async function* readSlices(
  body: ReadableStream,
  {
    time = realTime,
    decoder = plainDecoder,
  }: { time?: SliceTime; decoder?: BodyDecoder | undefined } = {},
): AsyncGenerator<Uint8Array<ArrayBuffer>, BodyEnd> {
  // A byte reader, since others return 4 KiB at a time, at ten times the CPU time.
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
  /** Fills slices; the last one is left. */
  function* fill(decodedBytes: Iterable<Uint8Array>) {
    for (const bytes of decodedBytes) {
      for (let offset = 0; offset < bytes.length; ) {
        const chunk = bytes.subarray(offset, offset + MAX_SLICE_BYTES - filledBytes);
        slice.set(chunk, filledBytes);
        filledBytes += chunk.length;
        offset += chunk.length;
        if (filledBytes === MAX_SLICE_BYTES) yield takeBytes(filledBytes);
      }
    }
  }
  try {
    let nextRead = read(new ArrayBuffer(READ_BYTES));
    for (;;) {
      const askedAt = time.now();
      const next = await raceQuiet(nextRead, time);
      const receivedBytes = next === "quiet" || next === "cut" ? 0 : (next.value?.length ?? 0);
      const isInTime = timeout.spend(time.now() - askedAt, receivedBytes);
      if (next === "quiet" || next === "cut") {
        if (next === "cut" || !isInTime) yield* fill(decoder.finish(true));
        if (wholeSteps() > 0) yield takeBytes(wholeSteps());
        if (next === "cut") return "cut";
        if (!isInTime) return "silent";
        continue;
      }
      if (next.done) {
        yield* fill(decoder.finish(false));
        if (filledBytes > 0) yield takeBytes(filledBytes);
        return "whole";
      }
      const { value } = next;
      yield* fill(decoder.decode(value));
      const age = time.now() - sliceStartedAt;
      if (FLUSH_RULES.some(({ bytes, ms }) => filledBytes >= bytes && age >= ms))
        yield takeBytes(wholeSteps());
      if (!isInTime) {
        yield* fill(decoder.finish(true));
        if (wholeSteps() > 0) yield takeBytes(wholeSteps());
        return "silent";
      }
      nextRead = read(value.buffer);
    }
  } catch (error) {
    await discardRest(reader, time);
    throw error;
  } finally {
    // Not awaited, as nothing depends on it.
    void reader.cancel().catch(() => undefined);
  }
}

/** "quiet" after a timeout. */
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

/** How much of an unwanted body is read, and for how long. */
const DISCARD_BYTES = 512 * KIB;
const DISCARD_MS = 20;

/**
 * Ends an unwanted body, so that its sender gets the answer early. Some is read first, as a small
 * body that is cut off loses the answer.
 */
export async function discardBody(body: ReadableStream, time: SliceTime = realTime): Promise<void> {
  const reader = body.getReader({ mode: "byob" });
  await discardRest(reader, time);
  void reader.cancel().catch(() => undefined);
}

async function discardRest(reader: ReadableStreamBYOBReader, time: SliceTime): Promise<void> {
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
  }
}
