import { TransferTimeout } from "~/forms/transfer-timeout";

/**
 * A part that stalls or trickles early is given up: nothing of it is stored, but little was sent.
 */
const STALL_MS = 8_000;
/**
 * After this much, a part is waited for a little longer than its sender waits before sending it
 * again (15 s): other parts on the same connection may hold it up.
 */
const LONG_BODY_BYTES = 1024 * 1024;
const LONG_STALL_MS = 20_000;
const READ_BYTES = 256 * 1024;

export class BodyStalledError extends Error {
  override readonly name = "BodyStalledError";
}

/** Undefined after a timeout. */
async function raceTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Streams a body to storage, 256 KB in memory at a time, while it keeps coming.
 * @param length of the body in bytes.
 * @throws BodyStalledError where it stalls; whatever `store` throws.
 */
export async function withBodyTimeout<T>(
  body: ReadableStream,
  length: number,
  store: (body: ReadableStream) => Promise<T>,
  [stallMs, longStallMs] = [STALL_MS, LONG_STALL_MS],
): Promise<T> {
  const reader = body.getReader({ mode: "byob" });
  const { readable, writable } = new FixedLengthStream(length);
  const writer = writable.getWriter();
  const timeout = new TransferTimeout(stallMs);
  let receivedBytes = 0;
  let isReading = false;
  /** @throws why nothing more comes. */
  const readNext = async () => {
    const startedAt = Date.now();
    isReading = true;
    const next = await raceTimeout(reader.read(new Uint8Array(READ_BYTES)), timeout.remainingMs);
    isReading = next === undefined;
    const bytes = next?.value?.length ?? 0;
    receivedBytes += bytes;
    const maxMs = receivedBytes < LONG_BODY_BYTES ? stallMs : longStallMs;
    const isInTime = timeout.spend(Date.now() - startedAt, bytes, maxMs);
    if (!next || !isInTime) throw new BodyStalledError("No more of this part comes.");
    return next.value;
  };
  let failure: { reason: unknown } | undefined;
  const forward = async () => {
    for (;;) {
      const bytes = await readNext().catch((reason: unknown) => {
        failure = { reason };
      });
      if (failure) return writer.abort(failure.reason);
      if (!bytes?.length) return writer.close();
      await writer.write(bytes);
    }
  };
  const forwarding = forward().catch(() => undefined);
  try {
    const result = await store(readable);
    // The body has to be read to its end for the connection to be reused.
    await forwarding;
    return result;
  } catch (error) {
    writer.abort().catch(() => undefined);
    // A pending read cannot be released.
    if (!isReading) reader.releaseLock();
    throw failure ? failure.reason : error;
  }
}
