import { TransferTimeout } from "~/forms/transfer-timeout";

/**
 * A whole part that falls silent, or comes a drop at a time, is given up as soon as any other body: of
 * it nothing is kept, but there is little of it yet.
 */
const SILENT_MS = 8_000;
/**
 * Once so much of it has come, it is waited for a little longer than its sender waits for the line (15 s),
 * who then sends it anew: a link with other parts on it may leave one without a byte for some seconds.
 */
const MUCH_BYTES = 1024 * 1024;
const LONGER_MS = 20_000;
const READ_BYTES = 256 * 1024;

/** Thrown for a body of which no more comes. */
export class BodyStalledError extends Error {
  override readonly name = "BodyStalledError";
}

/** What comes, or undefined when it takes longer than that. */
async function inTime<T>(coming: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
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
  [silentMs, longerMs] = [SILENT_MS, LONGER_MS],
): Promise<T> {
  const reader = body.getReader({ mode: "byob" });
  const { readable, writable } = new FixedLengthStream(length);
  const writer = writable.getWriter();
  const patience = new TransferTimeout(silentMs);
  let came = 0;
  let isAsked = false;
  /** The next bytes. @throws why no more come. */
  const nextOf = async () => {
    const since = Date.now();
    isAsked = true;
    const next = await inTime(reader.read(new Uint8Array(READ_BYTES)), patience.remainingMs);
    isAsked = next === undefined;
    const bytes = next?.value?.length ?? 0;
    came += bytes;
    const most = came < MUCH_BYTES ? silentMs : longerMs;
    const hasPatience = patience.spend(Date.now() - since, bytes, most);
    if (!next || !hasPatience) throw new BodyStalledError("No more of this part comes.");
    return next.value;
  };
  let failure: { why: unknown } | undefined;
  const hand = async () => {
    for (;;) {
      const bytes = await nextOf().catch((why: unknown) => {
        failure = { why };
      });
      if (failure) return writer.abort(failure.why);
      if (!bytes?.length) return writer.close();
      await writer.write(bytes);
    }
  };
  const handing = hand().catch(() => undefined);
  try {
    const result = await store(readable);
    // To the end of the body: with some of it unread, the connection could not be used again.
    await handing;
    return result;
  } catch (error) {
    writer.abort().catch(() => undefined);
    // Where nobody wants the rest, it is left to the edge; a read that waits cannot be given back.
    if (!isAsked) reader.releaseLock();
    throw failure ? failure.why : error;
  }
}
