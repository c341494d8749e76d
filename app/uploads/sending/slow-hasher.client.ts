import { sha256 } from "@noble/hashes/sha2.js";
import type { Hasher } from "./one-pass";

/** SHA-256 in plain script, for where a page or browser allows no WebAssembly. */
export function slowHasher(): Hasher {
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
