import { hex } from "../fingerprint";
import { blocksOf } from "./file-blocks";

/** SHA-256 of bytes as they come by. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** The hash of everything since the last digest; the next begins anew. */
  digest(): Uint8Array;
}

/** What a file is read for. Bytes handed out are valid until the next ones are. */
export interface Listeners {
  whole: Hasher;
  part: Hasher;
  /** Everything else that wants the bytes, in order, from offset `at` on. */
  others: ((bytes: Uint8Array<ArrayBuffer>, at: number) => void)[];
}

/**
 * Reads a file once.
 * @returns SHA-256 of the file and of its parts of `partSize` bytes, as hexadecimal digits.
 * @throws UnreadableError
 */
export async function readOnce(
  file: Blob,
  partSize: number,
  { whole, part, others }: Listeners,
  onProgress: (bytes: number) => void,
): Promise<{ sha256: string; partSha256: string[] }> {
  const partSha256: string[] = [];
  let at = 0;
  let filled = 0;
  for await (const bytes of blocksOf(file)) {
    whole.update(bytes);
    for (const listen of others) listen(bytes, at);
    for (let from = 0; from < bytes.length; ) {
      const taken = Math.min(partSize - filled, bytes.length - from);
      part.update(bytes.subarray(from, from + taken));
      filled += taken;
      from += taken;
      if (filled < partSize) continue;
      partSha256.push(hex(part.digest()));
      filled = 0;
    }
    at += bytes.length;
    onProgress(at);
  }
  if (filled > 0) partSha256.push(hex(part.digest()));
  return { sha256: hex(whole.digest()), partSha256 };
}
