/**
 * Reads `length` bytes of a file from byte `offset`. May return fewer bytes where the file ends.
 * A failing source (network, disk) rejects; readers built on this let that rejection through.
 */
export type RangeReader = (offset: number, length: number) => Promise<Uint8Array>;

const WINDOW_BYTES = 64 * 1024;
/** Sequential reads use ever larger windows, up to this. */
const MAX_WINDOW_BYTES = 1024 * 1024;

export function bytesReader(bytes: Uint8Array): RangeReader {
  return async (offset, length) => bytes.subarray(offset, offset + length);
}

/** A range reader over a Blob; only the requested range is loaded. */
export function blobReader(blob: Blob): RangeReader {
  return async (offset, length) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
}

/** Small reads from a large file, served from one cached window of 64 KiB or more. */
export interface CachedReader {
  /**
   * Exactly `length` bytes (at most 64 KiB) from `offset`, valid until the next call; undefined if the
   * file lacks them or the read budget is spent.
   */
  at(offset: number, length: number): Promise<DataView | undefined>;
  /** All cached bytes from `offset` on, at least one, valid until the next call; or undefined. */
  rest(offset: number): Promise<Uint8Array | undefined>;
  /** Whether a read was refused because of `maxReads`. */
  spent(): boolean;
}

/**
 * Wraps a range reader so that walking small headers needs few range reads.
 * `maxReads` limits the cost of a crafted file: each range read is a request to storage, and a worker has a
 * limit.
 */
export function createCachedReader(
  readRange: RangeReader,
  size: number,
  maxReads: number,
): CachedReader {
  let start = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  let reads = 0;
  let isSpent = false;

  /** Loads these bytes into the window. @returns whether the file has them. */
  async function loadWindow(offset: number, length: number, window: number): Promise<boolean> {
    if (offset + length > size) return false;
    if (offset >= start && offset + length <= start + bytes.length) return true;
    if (reads >= maxReads) {
      isSpent = true;
      return false;
    }
    reads += 1;
    bytes = await readRange(offset, Math.min(window, size - offset));
    start = offset;
    return bytes.length >= length;
  }

  return {
    async at(offset, length) {
      if (!(await loadWindow(offset, length, WINDOW_BYTES))) return undefined;
      return new DataView(bytes.buffer, bytes.byteOffset + offset - start, length);
    },
    async rest(offset) {
      const window = Math.min(MAX_WINDOW_BYTES, WINDOW_BYTES * 2 ** reads);
      return (await loadWindow(offset, 1, window)) ? bytes.subarray(offset - start) : undefined;
    },
    spent: () => isSpent,
  };
}
