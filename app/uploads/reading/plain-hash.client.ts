import { sha256 } from "@noble/hashes/sha2.js";
import { type Hasher, hashFileAndParts } from "./hash-file";

/** SHA-256 in plain script, for where a page or browser allows no WebAssembly. */
export function plainHasher(): Hasher {
  let hash = sha256.create();
  return {
    update: (bytes) => void hash.update(bytes),
    digest() {
      const digest = hash.digest();
      hash = sha256.create();
      return digest;
    },
  };
}

/**
 * Hashes a file in the page, where there is no worker: block by block, so that the page goes on
 * between them. @throws UnreadableError
 */
export function hashInPage(file: Blob, partSize: number) {
  const listeners = { whole: plainHasher(), part: plainHasher(), others: [] };
  return hashFileAndParts(file, partSize, listeners, () => undefined);
}

/** SHA-256 at once, for a browser that gives no subtle crypto. */
export async function digestInPage(bytes: Uint8Array): Promise<Uint8Array> {
  return sha256(bytes);
}
