import type { StorageBackend } from "../storage-backend";
import { PART_BYTES } from "../upload-plan";
import { composePart, type StoredRange } from "./compose-part.server";

/** Where a part is stored. */
interface PartTarget {
  key: string;
  multipartId: string;
  number: number;
}

/** A part of a file, to be stored once. */
interface SourcePart {
  /** Bytes. */
  length: number;
  /** @returns the part's etag. @throws what the carrier throws. */
  store: (carrier: StorageBackend, target: PartTarget) => Promise<string>;
}

/** A file on its way into the bucket; whoever takes it asks for its head first. */
export interface FileSource {
  /** Its first bytes, by which it is known what it is; undefined of an empty file. */
  head: () => Promise<Uint8Array | undefined>;
  /** All its parts, each to be stored before the next is asked for; all but the last of one size. */
  parts: () => AsyncIterable<SourcePart>;
  /** Reads what has not been asked for, so that what comes behind the file can be read. */
  drain: () => Promise<void>;
}

/**
 * Cuts a stream of chunks of any size into blocks of exactly `size` bytes, the last one shorter.
 * Every block lies in the same memory: it must be used up before the next one is asked for.
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

/** Reads chunks to their end. */
export async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
  while (!(await chunks.next()).done);
}

const toSourcePart = (bytes: Uint8Array): SourcePart => ({
  length: bytes.length,
  store: (carrier, { key, multipartId, number }) =>
    carrier.putPart(key, multipartId, number, bytes, bytes.length),
});

/** A file that comes as a stream: never more than one part of it is in memory. */
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

/** A small file that is in memory. */
export function memorySource(bytes: Uint8Array): FileSource {
  return {
    head: async () => (bytes.length > 0 ? bytes : undefined),
    async *parts() {
      yield toSourcePart(bytes);
    },
    drain: async () => undefined,
  };
}

/**
 * A file that lies in the bucket as blocks, so many of which make a part; it goes from there to its
 * place as a stream.
 * @param head its first bytes.
 */
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
