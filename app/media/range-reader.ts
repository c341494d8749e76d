/**
 * Reads `length` bytes of a file from byte `offset`. May return fewer bytes where the file ends.
 * A failing source (network, disk) rejects; readers built on this let that rejection through.
 */
export type RangeReader = (offset: number, length: number) => Promise<Uint8Array>;

const WINDOW_BYTES = 64 * 1024;

/** A range reader over bytes already in memory. */
export function bytesReader(bytes: Uint8Array): RangeReader {
  return async (offset, length) => bytes.subarray(offset, offset + length);
}

/** A range reader over a chosen file or any other Blob; nothing but the asked range is loaded. */
export function blobReader(blob: Blob): RangeReader {
  return async (offset, length) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
}

/** Small looks into a large file, served from one cached window of 64 KiB. */
export interface Looks {
  /**
   * Exactly `length` bytes (at most 64 KiB) from `offset`, valid until the next call, or undefined
   * when the file does not hold them or the read budget is spent.
   */
  at(offset: number, length: number): Promise<DataView | undefined>;
  /** True once a look was refused because `maxReads` range reads had been made. */
  spent(): boolean;
}

/**
 * Wraps a range reader so that walking many small headers costs few range reads.
 *
 * `maxReads` bounds what a crafted file can cost: each range read is a request to storage, and a
 * worker may make only so many.
 */
export function openLooks(read: RangeReader, size: number, maxReads: number): Looks {
  let start = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  let reads = 0;
  let spent = false;

  return {
    async at(offset, length) {
      if (offset + length > size) return undefined;
      if (offset < start || offset + length > start + bytes.length) {
        if (reads >= maxReads) {
          spent = true;
          return undefined;
        }
        reads += 1;
        const wanted = Math.min(WINDOW_BYTES, size - offset);
        bytes = await read(offset, wanted);
        start = offset;
        if (bytes.length < length) return undefined;
      }
      return new DataView(bytes.buffer, bytes.byteOffset + offset - start, length);
    },
    spent: () => spent,
  };
}
