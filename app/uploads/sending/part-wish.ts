import { PART_BYTES, partSizeFor } from "../plan";

/** A part takes about this time: longer saves few calls, and a cut costs half of it. */
const PART_SECONDS = 2;

/**
 * The part size to ask for, in bytes: larger on links that have shown to be fast.
 * @param rate bytes per second of the last file, if one was sent.
 */
export function partWish(rate: number | undefined): number {
  return rate === undefined ? PART_BYTES : partSizeFor(rate * PART_SECONDS);
}
