import type { RangeReader } from "~/media/range-reader";

/** Reads ranges of a stored object; a range that the object does not hold reads as nothing. */
export function objectReader(files: R2Bucket, key: string): RangeReader {
  return async (offset, length) => {
    const object = await files.get(key, { range: { offset, length } });
    return object ? new Uint8Array(await object.arrayBuffer()) : new Uint8Array(0);
  };
}
