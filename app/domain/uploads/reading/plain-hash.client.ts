import { sha256 } from "@noble/hashes/sha2.js";
import { type Hasher, hashFileAndParts } from "./hash-file";

/** For pages and browsers without WebAssembly. */
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

/** Hashes a file in the page where there is no worker, block by block. @throws UnreadableError */
export function hashInPage(file: Blob, partSize: number) {
  const listeners = { whole: plainHasher(), part: plainHasher(), others: [] };
  return hashFileAndParts(file, partSize, listeners, () => undefined);
}

/** For browsers without `crypto.subtle`. */
export async function digestInPage(bytes: Uint8Array): Promise<Uint8Array> {
  return sha256(bytes);
}
