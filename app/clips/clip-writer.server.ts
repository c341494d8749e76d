import { hex } from "~/platform/formats/hex";
import type { Carrier } from "~/uploads/carrier";

/** A stored clip being written. */
export interface ClipWriter {
  /** Takes the next bytes; they may change once this has resolved. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the object. @returns its SHA-256 as hexadecimal digits. */
  close(): Promise<string>;
  /** Gives up what was written; nothing is stored. */
  abort(reason: unknown): Promise<void>;
}

/** Streams an object of known length into the bucket, and hashes it on the way. */
export function openClipWriter(carrier: Carrier, key: string, length: number): ClipWriter {
  const { readable, writable } = new FixedLengthStream(length);
  const stored = carrier.put(key, readable, length);
  // Whoever writes hears of it, even where storage gives up without a word to the stream.
  const failure = new Promise<never>((_, reject) => void stored.catch(reject));
  failure.catch(() => undefined);
  const writer = writable.getWriter();
  const digest = new crypto.DigestStream("SHA-256");
  const hashing = digest.getWriter();
  digest.digest.catch(() => undefined);
  return {
    async write(bytes) {
      await Promise.race([Promise.all([writer.write(bytes), hashing.write(bytes)]), failure]);
    },
    async close() {
      await Promise.race([Promise.all([writer.close(), hashing.close()]), failure]);
      await stored;
      return hex(await digest.digest);
    },
    async abort(reason) {
      // Not waited for: a stream that storage has turned away from may never hear of it.
      for (const one of [writer, hashing]) one.abort(reason).catch(() => undefined);
      await stored.catch(() => undefined);
    },
  };
}
