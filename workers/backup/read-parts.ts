import type { Bytes } from "./backup-files";

/** Bytes of a part: a file is never whole in memory. */
export const PART_BYTES = 8 * 1024 * 1024;

/** The bytes of a file in parts, all but the last of {@link PART_BYTES}, and at least one. */
export async function* readParts(chunks: Bytes): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(PART_BYTES);
  let filled = 0;
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; ) {
      const bytes = chunk.subarray(from, from + PART_BYTES - filled);
      part.set(bytes, filled);
      filled += bytes.length;
      from += bytes.length;
      if (filled < PART_BYTES) continue;
      yield part;
      part = new Uint8Array(PART_BYTES);
      filled = 0;
    }
  yield part.slice(0, filled);
}

/** Stores an object in parts, or at once where one part holds it. It appears whole or not at all. */
export async function putInParts(
  bucket: R2Bucket,
  key: string,
  bytes: Bytes,
  options: R2MultipartOptions = {},
): Promise<void> {
  const parts = readParts(bytes);
  const first = await parts.next();
  if (first.done || first.value.length < PART_BYTES) {
    await bucket.put(key, first.value ?? new Uint8Array(), options);
    return;
  }
  const upload = await bucket.createMultipartUpload(key, options);
  try {
    const uploaded = [await upload.uploadPart(1, first.value)];
    for await (const part of parts)
      if (part.length > 0) uploaded.push(await upload.uploadPart(uploaded.length + 1, part));
    await upload.complete(uploaded);
  } catch (error) {
    await upload.abort();
    throw error;
  }
}
