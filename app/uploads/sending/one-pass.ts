import { hex } from "../fingerprint";

const BLOCK_BYTES = 1024 * 1024;

/** What a file is read for. Bytes handed out are valid until the next ones are. */
export interface Listeners {
  /** SHA-256 of everything, bit by bit. */
  whole: { update(bytes: Uint8Array): unknown; digest(): Uint8Array };
  /** SHA-256 of a part at once; has taken its bytes when it returns. */
  hashPart(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  /** Everything else that wants the bytes, in order, from offset `at` on. */
  others: ((bytes: Uint8Array<ArrayBuffer>, at: number) => void)[];
}

/** The file gives other bytes than it has said, or none. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

async function block(file: Blob, at: number): Promise<Uint8Array<ArrayBuffer>> {
  const length = Math.min(BLOCK_BYTES, file.size - at);
  let bytes: ArrayBuffer;
  try {
    bytes = await file.slice(at, at + length).arrayBuffer();
  } catch (error) {
    throw new UnreadableError("The file cannot be read", { cause: error });
  }
  if (bytes.byteLength !== length) throw new UnreadableError("The file is shorter by now");
  return new Uint8Array(bytes);
}

/**
 * Reads a file once, in blocks of 1 MiB, the next one while one is used; in memory is never more
 * than that and one part.
 * @returns SHA-256 of the file and of its parts of `partSize` bytes, as hexadecimal digits.
 * @throws UnreadableError
 */
export async function readOnce(
  file: Blob,
  partSize: number,
  { whole, hashPart, others }: Listeners,
  onProgress: (bytes: number) => void,
): Promise<{ sha256: string; partSha256: string[] }> {
  const part = new Uint8Array(Math.min(partSize, file.size));
  const partSha256: string[] = [];
  let hashing: Promise<void> = Promise.resolve();
  let filled = 0;

  async function endPart(): Promise<void> {
    await hashing;
    const index = partSha256.push("") - 1;
    hashing = hashPart(part.subarray(0, filled)).then((digest) => {
      partSha256[index] = hex(new Uint8Array(digest));
    });
    filled = 0;
  }

  let coming = block(file, 0);
  for (let at = 0; at < file.size; ) {
    const bytes = await coming;
    const next = at + bytes.length;
    if (next < file.size) {
      coming = block(file, next);
      // Awaited in the next round; a failure until then is nobody's surprise.
      coming.catch(() => undefined);
    }
    whole.update(bytes);
    for (const listen of others) listen(bytes, at);
    for (let from = 0; from < bytes.length; ) {
      const taken = Math.min(part.length - filled, bytes.length - from);
      part.set(bytes.subarray(from, from + taken), filled);
      filled += taken;
      from += taken;
      if (filled === part.length) await endPart();
    }
    at = next;
    onProgress(at);
  }
  if (filled > 0) await endPart();
  await hashing;
  return { sha256: hex(whole.digest()), partSha256 };
}
