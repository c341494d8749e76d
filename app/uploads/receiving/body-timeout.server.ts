import { TransferTimeout } from "~/forms/transfer-timeout";

/**
 * A whole part that falls silent, or comes a drop at a time, is given up as soon as any other body: of
 * it nothing is kept, but there is little of it yet.
 */
const STALL_MS = 8_000;
/**
 * Once so much of it has come, it is waited for a little longer than its sender waits for the line (15 s),
 * who then sends it anew: a link with other parts on it may leave one without a byte for some seconds.
 */
const LONG_BODY_BYTES = 1024 * 1024;
const LONG_STALL_MS = 20_000;
const READ_BYTES = 256 * 1024;

/** Thrown for a body of which no more comes. */
export class BodyStalledError extends Error {
  override readonly name = "BodyStalledError";
}

/** What comes, or undefined when it takes longer than that. */
async function raceTimeout<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Hands a body on as it comes to whoever stores it untouched, 256 KB in memory at a time, for as long as
 * its sender is waited for.
 * @param length bytes it is to have.
 * @throws BodyStalledError where its sender has fallen silent; whatever `store` throws.
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
  /** The next bytes. @throws why no more come. */
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
    // To the end of the body: with some of it unread, the connection could not be used again.
    await forwarding;
    return result;
  } catch (error) {
    writer.abort().catch(() => undefined);
    // Where nobody wants the rest, it is left to the edge; a read that waits cannot be given back.
    if (!isReading) reader.releaseLock();
    throw failure ? failure.reason : error;
  }
}
