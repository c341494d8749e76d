import type { RangeReader } from "~/media/range-reader";
import { byteBlocks } from "~/platform/byte-blocks.server";
import { hex } from "~/platform/formats/hex";
import type { StorageBackend } from "../storage-backend";

declare global {
  // Workers have it; the types of browser and workers, side by side, hide it.
  interface Crypto {
    DigestStream: typeof DigestStream;
  }
}

/** Reads ranges of a stored object; a range that the object does not hold reads as nothing. */
export function objectReader(carrier: StorageBackend, key: string): RangeReader {
  return async (offset, length) => {
    const stream = await carrier.read(key, { offset, length });
    return stream ? new Uint8Array(await new Response(stream).arrayBuffer()) : new Uint8Array(0);
  };
}

/** SHA-256 of a stored object or of a range of it: see `objectDigest`. */
export function objectSha256(
  carrier: StorageBackend,
  key: string,
  range?: { offset: number; length: number },
): Promise<string | undefined> {
  return objectDigest(carrier, "SHA-256", key, range);
}

/**
 * Hash of a stored object or of a range of it, as hexadecimal digits; undefined when there is no
 * such object. Reads it block by block into the same memory.
 */
export async function objectDigest(
  carrier: StorageBackend,
  algorithm: "SHA-256" | "MD5",
  key: string,
  range?: { offset: number; length: number },
): Promise<string | undefined> {
  const stream = await carrier.read(key, range);
  if (!stream) return undefined;
  const digest = new crypto.DigestStream(algorithm);
  const writer = digest.getWriter();
  try {
    for await (const block of byteBlocks(stream)) await writer.write(block);
    await writer.close();
  } catch (error) {
    digest.digest.catch(() => undefined);
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  return hex(await digest.digest);
}
