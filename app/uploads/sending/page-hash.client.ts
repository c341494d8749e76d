import { sha256 } from "@noble/hashes/sha2.js";
import { readOnce } from "./one-pass";
import { slowHasher } from "./slow-hasher.client";

/**
 * Hashes a file in the page, where there is no worker: block by block, so that the page goes on
 * between them. @throws UnreadableError
 */
export function hashInPage(file: Blob, partSize: number) {
  const listeners = { whole: slowHasher(), part: slowHasher(), others: [] };
  return readOnce(file, partSize, listeners, () => undefined);
}

/** SHA-256 at once, for a browser that gives no subtle crypto. */
export async function digestInPage(bytes: Uint8Array): Promise<Uint8Array> {
  return sha256(bytes);
}
