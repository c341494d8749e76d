import { makeZip, predictLength } from "client-zip";
import type { BlockReader } from "~/platform/byte-blocks.server";
import { hex } from "~/platform/formats/hex";
import type { PackagedFile } from "./package-files";

/** Bytes that are read, hashed and sent at a time. */
const BLOCK = 256 * 1024;

/**
 * Memory for bytes on their way through this worker, used again once they have gone. Without it every
 * chunk of a file is left to the garbage collector, which is in no hurry: a gigabyte raised a worker's
 * memory by about a hundred megabytes.
 */
function blockPool() {
  const free: ArrayBuffer[] = [];
  const lentBuffers = new WeakSet<ArrayBuffer>();
  const readers = new Set<BlockReader>();
  return {
    /** What is in a stream of bytes. A chunk may be kept until it is given back, and no longer. */
    async *read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
      const reader: BlockReader = stream.getReader({ mode: "byob" });
      readers.add(reader);
      for (let ended = false; !ended; ) {
        const memory = free.pop() ?? new ArrayBuffer(BLOCK);
        // Else a read is over with whatever is there: a few KiB, for which a whole block is lent.
        const { done, value } = await reader.read(new Uint8Array(memory), { min: BLOCK });
        ended = done || !value;
        if (value && value.length > 0) {
          lentBuffers.add(value.buffer);
          yield value;
        } else if (value) free.push(value.buffer);
      }
      readers.delete(reader);
    },
    /** Says that a chunk has gone. One that was not lent by this pool is nobody's business. */
    giveBack({ buffer }: Uint8Array): void {
      if (buffer instanceof ArrayBuffer && lentBuffers.delete(buffer)) free.push(buffer);
    },
    /** Stops reading whatever is still being read. */
    async stop(): Promise<void> {
      await Promise.allSettled([...readers].map((reader) => reader.cancel()));
    },
  };
}

/** The bytes of a stored file; undefined where it is not there. */
type ReadFile = (file: PackagedFile) => Promise<ReadableStream<Uint8Array> | undefined>;

/** A package: where everything in it lies, and what is written beside its files. */
interface ReleasePackage {
  /** The one folder that it unpacks to. */
  folder: string;
  files: readonly PackagedFile[];
  /** Texts by their file names. */
  texts: Readonly<Record<string, string>>;
  /** What its entries are dated. */
  at: Date;
}

/** As `sha256sum -c` reads it. */
const MANIFEST = "manifest-sha256.txt";
const NO_HASH = "0".repeat(64);

const manifestOf = (hashes: ReadonlyMap<string, string>) =>
  [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join("");

/** Passes bytes on and tells their SHA-256 once all have gone by. */
async function* hashing(bytes: AsyncIterable<Uint8Array>, tell: (hash: string) => void) {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  for await (const chunk of bytes) {
    await writer.write(chunk);
    yield chunk;
  }
  await writer.close();
  tell(hex(await digest.digest));
}

/**
 * Passes a zip on, chunk by chunk, and gives back the memory of each once it has gone. Where the other
 * side has gone, or a file has, both ends end.
 */
async function send(
  zip: ReadableStream<Uint8Array>,
  to: WritableStream<Uint8Array>,
  pool: ReturnType<typeof blockPool>,
): Promise<void> {
  const reader = zip.getReader();
  const writer = to.getWriter();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      await writer.write(value);
      pool.giveBack(value);
    }
    await writer.close();
  } catch (error) {
    // The reader of the other end is told; what else fails by then is over anyway.
    await Promise.allSettled([writer.abort(error), reader.cancel(error), pool.stop()]);
  }
}

const entryOf = ({ folder, at }: Pick<ReleasePackage, "folder" | "at">, path: string) => ({
  name: `${folder}/${path}`,
  lastModified: at,
});

/** How many bytes a package has: nothing in it is compressed. */
export function packageLength({ files, texts, ...zip }: ReleasePackage): number {
  const textSizes = Object.entries(texts).map(([path, text]) => ({
    path,
    size: new TextEncoder().encode(text).length,
  }));
  const fileSizes = [...files, ...textSizes].map(({ path, size }) => ({ path, size }));
  const manifest = manifestOf(new Map(fileSizes.map(({ path }) => [path, NO_HASH])));
  const size = new TextEncoder().encode(manifest).length;
  const sizes = [...fileSizes, { path: MANIFEST, size }];
  return Number(predictLength(sizes.map(({ path, size }) => ({ ...entryOf(zip, path), size }))));
}

/**
 * A zip of stored files (nothing is compressed: sound and pictures hardly shrink) with their texts and,
 * last, the SHA-256 of each. Its bytes are made as they are read, so that it takes the same memory
 * whatever its size; and its length is known from the beginning, so that a download that breaks off is
 * seen to be short.
 * @returns a stream that fails where a file is not there any more.
 */
export function releasePackage(readFile: ReadFile, zip: ReleasePackage) {
  const { files, texts } = zip;
  const encodedTexts = Object.entries(texts).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  );
  const hashes = new Map<string, string>();
  const pool = blockPool();
  const entry = (path: string) => entryOf(zip, path);

  async function* entries() {
    for (const file of files) {
      const { path, size, sha256 } = file;
      const stream = await readFile(file);
      if (!stream) throw new Error(`A file of the package is not there: ${file.uploadId}`);
      hashes.set(path, sha256 ?? NO_HASH);
      const bytes = pool.read(stream);
      const input = sha256 ? bytes : hashing(bytes, (hash) => hashes.set(path, hash));
      yield { ...entry(path), input, size };
    }
    for (const [path, bytes] of encodedTexts) {
      hashes.set(path, hex(await crypto.subtle.digest("SHA-256", bytes)));
      yield { ...entry(path), input: bytes, size: bytes.length };
    }
    yield { ...entry(MANIFEST), input: manifestOf(hashes) };
  }

  const length = packageLength(zip);
  const { readable: body, writable } = new FixedLengthStream(length);
  void send(makeZip(entries()), writable, pool);
  return { body, length };
}
