import type { RangeReader } from "~/domain/media/range-reader";
import { byteBlocks } from "~/platform/byte-blocks.server";
import { hex } from "~/platform/formats/hex";
import type { StorageBackend } from "../storage-backend";

declare global {
  // Hidden by mixing the types of browsers and workers.
  interface Crypto {
    DigestStream: typeof DigestStream;
  }
}

/** Reads ranges of a stored object; a range outside of it reads as empty. */
export function objectReader(carrier: StorageBackend, key: string): RangeReader {
  return async (offset, length) => {
    const stream = await carrier.read(key, { offset, length });
    return stream ? new Uint8Array(await new Response(stream).arrayBuffer()) : new Uint8Array(0);
  };
}

export function objectSha256(
  carrier: StorageBackend,
  key: string,
  range?: { offset: number; length: number },
): Promise<string | undefined> {
  return objectDigest(carrier, "SHA-256", key, range);
}

/**
 * The hash of a stored object or a range, in hexadecimal digits; undefined without such an object.
 * Reads block by block into the same memory.
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
