/**
 * Reads `length` bytes of a file from byte `offset`. May return fewer bytes where the file ends.
 * A failing source (network, disk) rejects; readers built on this let that rejection through.
 */
export type RangeReader = (offset: number, length: number) => Promise<Uint8Array>;

const WINDOW_BYTES = 64 * 1024;
/** Whoever reads on and on asks for ever more at once, up to this. */
const MOST_WINDOW_BYTES = 1024 * 1024;

/** A range reader over bytes already in memory. */
export function bytesReader(bytes: Uint8Array): RangeReader {
  return async (offset, length) => bytes.subarray(offset, offset + length);
}

/** A range reader over a chosen file or any other Blob; nothing but the asked range is loaded. */
export function blobReader(blob: Blob): RangeReader {
  return async (offset, length) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
}

/** Small looks into a large file, served from one cached window of 64 KiB, and more for those that
 *  read all of it. */
export interface CachedReader {
  /**
   * Exactly `length` bytes (at most 64 KiB) from `offset`, valid until the next call, or undefined
   * when the file does not hold them or the read budget is spent.
   */
  at(offset: number, length: number): Promise<DataView | undefined>;
  /** All bytes at hand from `offset` on, at least one, valid until the next call; or undefined. */
  rest(offset: number): Promise<Uint8Array | undefined>;
  /** True once a look was refused because `maxReads` range reads had been made. */
  spent(): boolean;
}

/**
 * Wraps a range reader so that walking many small headers costs few range reads.
 *
 * `maxReads` bounds what a crafted file can cost: each range read is a request to storage, and a
 * worker may make only so many.
 */
export function createCachedReader(
  readRange: RangeReader,
  size: number,
  maxReads: number,
): CachedReader {
  let start = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  let reads = 0;
  let spent = false;

  /** Has these bytes in the window. @returns whether they are there. */
  async function hold(offset: number, length: number, window: number): Promise<boolean> {
    if (offset + length > size) return false;
    if (offset >= start && offset + length <= start + bytes.length) return true;
    if (reads >= maxReads) {
      spent = true;
      return false;
    }
    reads += 1;
    bytes = await readRange(offset, Math.min(window, size - offset));
    start = offset;
    return bytes.length >= length;
  }

  return {
    async at(offset, length) {
      if (!(await hold(offset, length, WINDOW_BYTES))) return undefined;
      return new DataView(bytes.buffer, bytes.byteOffset + offset - start, length);
    },
    async rest(offset) {
      const window = Math.min(MOST_WINDOW_BYTES, WINDOW_BYTES * 2 ** reads);
      return (await hold(offset, 1, window)) ? bytes.subarray(offset - start) : undefined;
    },
    spent: () => spent,
  };
}
