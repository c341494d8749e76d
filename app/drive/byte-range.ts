/** Chunks are multiples of this, all but the last. */
export const CHUNK_STEP = 256 * 1024;
/** The first chunk of a run: small, because nobody knows yet how slow the way is. */
export const FIRST_CHUNK = 4 * CHUNK_STEP;
/** The largest chunk: what the drive may have to be sent again. It is streamed, never held. */
export const LARGEST_CHUNK = 32 * CHUNK_STEP;

/** A chunk that went in less than this may be followed by one of twice its size. */
const QUICK_MS = 4_000;
/** One that took longer than this is followed by one of half its size. */
const SLOW_MS = 15_000;

/** The size of the next chunk by how long the last one took; a multiple of 256 KiB. */
export function nextChunkSize(last: number, ms: number): number {
  if (ms < QUICK_MS) return Math.min(last * 2, LARGEST_CHUNK);
  return ms > SLOW_MS ? Math.max(last / 2, CHUNK_STEP) : last;
}

/** The `Content-Range` of a chunk; without a length, the question how much is there. */
export function contentRange(offset: number, length: number, size: number): string {
  return length === 0 ? `bytes */${size}` : `bytes ${offset}-${offset + length - 1}/${size}`;
}

/**
 * The bytes that a 308 reply says are stored: none without a `Range`.
 * @returns undefined for a `Range` that does not begin at 0 or cannot be read.
 */
export function receivedBytes(range: string | null): number | undefined {
  if (range === null) return 0;
  const last = /^bytes=0-(\d{1,15})$/.exec(range.trim())?.[1];
  return last === undefined ? undefined : Number(last) + 1;
}
