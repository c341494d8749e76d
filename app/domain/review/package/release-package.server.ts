import { makeZip, predictLength } from "client-zip";
import type { BlockReader } from "~/platform/byte-blocks.server";
import { hex } from "~/platform/formats/hex";
import type { PackagedFile } from "./package-files";

const BLOCK = 256 * 1024;

/**
 * Reuses the memory of chunks. Left to the garbage collector, a gigabyte of chunks raised the worker's
 * memory by about 100 MB.
 */
function createBlockPool() {
  const free: ArrayBuffer[] = [];
  const lentBuffers = new WeakSet<ArrayBuffer>();
  const readers = new Set<BlockReader>();
  return {
    /** Reads a stream. A chunk is valid until it is given back. */
    async *read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
      const reader: BlockReader = stream.getReader({ mode: "byob" });
      readers.add(reader);
      for (let ended = false; !ended; ) {
        const memory = free.pop() ?? new ArrayBuffer(BLOCK);
        // Without `min`, a read returns a few KiB in a whole block.
        const { done, value } = await reader.read(new Uint8Array(memory), { min: BLOCK });
        ended = done || !value;
        if (value && value.length > 0) {
          lentBuffers.add(value.buffer);
          yield value;
        } else if (value) free.push(value.buffer);
      }
      readers.delete(reader);
    },
    /** Returns a chunk's memory; other buffers are ignored. */
    giveBack({ buffer }: Uint8Array): void {
      if (buffer instanceof ArrayBuffer && lentBuffers.delete(buffer)) free.push(buffer);
    },
    async stop(): Promise<void> {
      await Promise.allSettled([...readers].map((reader) => reader.cancel()));
    },
  };
}

/** Undefined if the file is missing. */
type ReadFile = (file: PackagedFile) => Promise<ReadableStream<Uint8Array> | undefined>;

interface ReleasePackage {
  folder: string;
  files: readonly PackagedFile[];
  /** Texts by file name. */
  texts: Readonly<Record<string, string>>;
  /** Date of the entries. */
  at: Date;
}

/** In the format of `sha256sum -c`. */
export const MANIFEST = "manifest-sha256.txt";
const NO_HASH = "0".repeat(64);

export const manifestText = (hashes: ReadonlyMap<string, string>) =>
  [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join("");

/** Passes bytes on and reports their SHA-256 at the end. */
async function* hashWhilePassing(bytes: AsyncIterable<Uint8Array>, onHash: (hash: string) => void) {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  for await (const chunk of bytes) {
    await writer.write(chunk);
    yield chunk;
  }
  await writer.close();
  onHash(hex(await digest.digest));
}

/**
 * Pipes a zip to its destination and reuses the memory of each chunk. If either side fails, both are
 * closed.
 */
async function pipeZip(
  zip: ReadableStream<Uint8Array>,
  destination: WritableStream<Uint8Array>,
  pool: ReturnType<typeof createBlockPool>,
): Promise<void> {
  const reader = zip.getReader();
  const writer = destination.getWriter();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await writer.write(value);
      pool.giveBack(value);
    }
    await writer.close();
  } catch (error) {
    // The destination gets the error; further failures no longer matter.
    await Promise.allSettled([writer.abort(error), reader.cancel(error), pool.stop()]);
  }
}

const zipEntry = ({ folder, at }: Pick<ReleasePackage, "folder" | "at">, path: string) => ({
  name: `${folder}/${path}`,
  lastModified: at,
});

/** The exact size: entries are not compressed. */
export function packageLength({ files, texts, ...zip }: ReleasePackage): number {
  const textSizes = Object.entries(texts).map(([path, text]) => ({
    path,
    size: new TextEncoder().encode(text).length,
  }));
  const fileSizes = [...files, ...textSizes].map(({ path, size }) => ({ path, size }));
  const manifest = manifestText(new Map(fileSizes.map(({ path }) => [path, NO_HASH])));
  const size = new TextEncoder().encode(manifest).length;
  const sizes = [...fileSizes, { path: MANIFEST, size }];
  return Number(predictLength(sizes.map(({ path, size }) => ({ ...zipEntry(zip, path), size }))));
}

/**
 * Creates an uncompressed zip of stored files, texts and a SHA-256 manifest, streamed as it is read.
 * Its length is known beforehand, so that a broken download is detected.
 * @returns a stream that fails if a file is missing.
 */
export function releasePackage(readFile: ReadFile, zip: ReleasePackage) {
  const { files, texts } = zip;
  const encodedTexts = Object.entries(texts).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  );
  const hashes = new Map<string, string>();
  const pool = createBlockPool();
  const toEntry = (path: string) => zipEntry(zip, path);

  async function* entries() {
    for (const file of files) {
      const { path, size, sha256 } = file;
      const stream = await readFile(file);
      if (!stream) throw new Error(`A file of the package is not there: ${file.uploadId}`);
      hashes.set(path, sha256 ?? NO_HASH);
      const bytes = pool.read(stream);
      const input = sha256 ? bytes : hashWhilePassing(bytes, (hash) => hashes.set(path, hash));
      yield { ...toEntry(path), input, size };
    }
    for (const [path, bytes] of encodedTexts) {
      hashes.set(path, hex(await crypto.subtle.digest("SHA-256", bytes)));
      yield { ...toEntry(path), input: bytes, size: bytes.length };
    }
    yield { ...toEntry(MANIFEST), input: manifestText(hashes) };
  }

  const length = packageLength(zip);
  const { readable: body, writable } = new FixedLengthStream(length);
  void pipeZip(makeZip(entries()), writable, pool);
  return { body, length };
}
