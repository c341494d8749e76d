import { sha256 } from "@noble/hashes/sha2.js";
import { readOnce } from "./one-pass";

/**
 * Hashes a file in the page, where there is no worker: block by block, so that the page goes on
 * between them. @throws UnreadableError
 */
export function hashInPage(file: Blob, partSize: number) {
  const hashPart = async (bytes: Uint8Array<ArrayBuffer>) => {
    const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
    return subtle ? subtle.digest("SHA-256", bytes) : sha256(bytes).slice().buffer;
  };
  return readOnce(
    file,
    partSize,
    { whole: sha256.create(), hashPart, others: [] },
    () => undefined,
  );
}

/** SHA-256 at once, for a browser that gives no subtle crypto. */
export async function digestInPage(bytes: Uint8Array): Promise<Uint8Array> {
  return sha256(bytes);
}
