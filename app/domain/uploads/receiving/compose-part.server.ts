import type { StorageBackend } from "../storage-backend";

/** `length` bytes of a stored object, from `offset`. */
export interface StoredRange {
  key: string;
  offset: number;
  length: number;
}

export class StoredObjectMissingError extends Error {
  override readonly name = "StoredObjectMissingError";
  constructor() {
    super("A stored object that a part is made of is not there.");
  }
}

/**
 * Makes a part of stored ranges, as a stream.
 * @returns the part's etag.
 * @throws StoredObjectMissingError, or an error of the backend; then no part is stored.
 */
export async function composePart(
  carrier: StorageBackend,
  part: { key: string; multipartId: string; number: number },
  sources: readonly StoredRange[],
): Promise<string> {
  const length = sources.reduce((sum, source) => sum + source.length, 0);
  // R2 needs the length of a stream in advance.
  const { readable, writable } = new FixedLengthStream(length);
  const controller = new AbortController();
  let missingSource: StoredObjectMissingError | undefined;
  const writeSources = async () => {
    try {
      for (const { key, offset, length } of sources) {
        const stream = await carrier.read(key, { offset, length });
        if (!stream) throw new StoredObjectMissingError();
        await stream.pipeTo(writable, { preventClose: true, signal: controller.signal });
      }
      await writable.close();
    } catch (error) {
      if (error instanceof StoredObjectMissingError) missingSource = error;
      writable.abort(error).catch(() => undefined);
      throw error;
    }
  };
  const { key, multipartId, number } = part;
  const store = carrier.putPart(key, multipartId, number, readable, length).catch((error) => {
    // Otherwise the writing side would wait forever.
    controller.abort();
    throw error;
  });
  try {
    const [etag] = await Promise.all([store, writeSources()]);
    return etag;
  } catch (error) {
    // The cause, not the cut stream.
    throw missingSource ?? error;
  }
}
