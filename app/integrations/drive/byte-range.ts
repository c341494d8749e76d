/** All chunks but the last are multiples of this. */
export const CHUNK_STEP = 256 * 1024;
/** Small, because the speed is unknown yet. */
export const FIRST_CHUNK = 4 * CHUNK_STEP;
/** A failed chunk is sent again. Streamed, never buffered. */
export const LARGEST_CHUNK = 32 * CHUNK_STEP;

/** Faster chunks double the size. */
const QUICK_MS = 4_000;
/** Slower chunks halve the size. */
const SLOW_MS = 15_000;

/** The next chunk size, a multiple of 256 KiB. @param ms duration of the last chunk. */
export function nextChunkSize(last: number, ms: number): number {
  if (ms < QUICK_MS) return Math.min(last * 2, LARGEST_CHUNK);
  return ms > SLOW_MS ? Math.max(last / 2, CHUNK_STEP) : last;
}

/** The `Content-Range` of a chunk; length 0 asks for the progress. */
export function contentRange(offset: number, length: number, size: number): string {
  return length === 0 ? `bytes */${size}` : `bytes ${offset}-${offset + length - 1}/${size}`;
}

/**
 * Parses the `Range` of a 308 reply; null means none.
 * @returns undefined for an invalid or non-zero start.
 */
export function receivedBytes(range: string | null): number | undefined {
  if (range === null) return 0;
  const last = /^bytes=0-(\d{1,15})$/.exec(range.trim())?.[1];
  return last === undefined ? undefined : Number(last) + 1;
}
