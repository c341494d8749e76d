import type { StorageBackend } from "../storage-backend";
import { PART_BYTES } from "../upload-plan";
import { composePart, type StoredRange } from "./compose-part.server";

interface PartTarget {
  key: string;
  multipartId: string;
  number: number;
}

interface SourcePart {
  length: number;
  store: (carrier: StorageBackend, target: PartTarget) => Promise<string>;
}

/** An incoming file; its head is read first. */
export interface FileSource {
  /** The first bytes; undefined for an empty file. */
  head: () => Promise<Uint8Array | undefined>;
  /** Each part has to be stored before the next is requested; all but the last have one size. */
  parts: () => AsyncIterable<SourcePart>;
  /** Reads the rest, so that what follows the file can be read. */
  drain: () => Promise<void>;
}

/**
 * Cuts a stream into blocks of exactly `size` bytes, the last one shorter. All use the same memory:
 * a block is valid until the next is requested.
 */
export async function* blocks(chunks: AsyncIterator<Uint8Array>, size: number) {
  const block = new Uint8Array(size);
  let filledBytes = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    let chunk = next.value;
    while (filledBytes + chunk.length >= size) {
      block.set(chunk.subarray(0, size - filledBytes), filledBytes);
      chunk = chunk.subarray(size - filledBytes);
      yield block;
      filledBytes = 0;
    }
    block.set(chunk, filledBytes);
    filledBytes += chunk.length;
  }
  if (filledBytes > 0) yield block.subarray(0, filledBytes);
}

export async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  while (!(await chunks.next()).done);
}

const toSourcePart = (bytes: Uint8Array): SourcePart => ({
  length: bytes.length,
  store: (carrier, { key, multipartId, number }) =>
    carrier.putPart(key, multipartId, number, bytes, bytes.length),
});

/** A streamed file; one part at a time is in memory. */
export function streamSource(chunks: AsyncIterator<Uint8Array>): FileSource {
  const partBlocks = blocks(chunks, PART_BYTES);
  let next: IteratorResult<Uint8Array, void> | undefined;
  return {
    async head() {
      next = await partBlocks.next();
      return next.done ? undefined : next.value;
    },
    async *parts() {
      for (; next && !next.done; next = await partBlocks.next()) yield toSourcePart(next.value);
    },
    drain: () => drain(chunks),
  };
}

export function memorySource(bytes: Uint8Array): FileSource {
  return {
    head: async () => (bytes.length > 0 ? bytes : undefined),
    async *parts() {
      yield toSourcePart(bytes);
    },
    drain: async () => undefined,
  };
}

/** A file stored in blocks, to be copied to its place as a stream. */
export function storedSource(
  head: Uint8Array,
  sources: StoredRange[],
  blocksPerPart: number,
): FileSource {
  return {
    head: async () => head,
    async *parts() {
      for (let index = 0; index < sources.length; index += blocksPerPart) {
        const partSources = sources.slice(index, index + blocksPerPart);
        yield {
          length: partSources.reduce((sum, { length }) => sum + length, 0),
          store: (carrier, target) => composePart(carrier, target, partSources),
        };
      }
    },
    drain: async () => undefined,
  };
}
