import type { RangeReader } from "~/media/range-reader";
import { hex } from "~/platform/formats/hex";

/** Bytes of a file's head and of its tail that the fingerprint is made of. */
const END_BYTES = 64 * 1024;

/**
 * What a file is known by when it is chosen again, whatever its name or date: the SHA-256, in
 * hexadecimal digits, of its size in ASCII digits, its first 64 KiB and its last 64 KiB.
 * @param digest SHA-256 of what it is given.
 */
export async function fingerprint(
  read: RangeReader,
  size: number,
  digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
): Promise<string> {
  const head = await read(0, Math.min(size, END_BYTES));
  const from = Math.max(0, size - END_BYTES);
  const tail = await read(from, size - from);
  const digits = new TextEncoder().encode(String(size));
  const all = new Uint8Array(digits.length + head.length + tail.length);
  all.set(digits);
  all.set(head, digits.length);
  all.set(tail, digits.length + head.length);
  return hex(await digest(all));
}
