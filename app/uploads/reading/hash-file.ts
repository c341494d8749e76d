import { hex } from "~/platform/formats/hex";

const BLOCK_BYTES = 1024 * 1024;

/** The file gives other bytes than it has said, or none. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

type Block = Uint8Array<ArrayBuffer>;
/** Reads the next bytes, none at the end. `memory` may be used for them; nobody else may any more. */
type Read = (memory: ArrayBuffer) => Promise<Block | undefined>;

/** A file's own stream fills memory it is given: a third of the time, a fifth of the memory. */
function createStreamReader(file: Blob): Read | undefined {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = file.stream().getReader({ mode: "byob" });
  } catch {
    // Safari's streams of files take no memory.
    return undefined;
  }
  return async (memory) => {
    const { value } = await reader.read(new Uint8Array(memory));
    return value?.length ? value : undefined;
  };
}

function createSliceReader(file: Blob): Read {
  let position = 0;
  return async () => {
    if (position >= file.size) return undefined;
    const bytes = new Uint8Array(await file.slice(position, position + BLOCK_BYTES).arrayBuffer());
    position += bytes.length;
    return bytes.length > 0 ? bytes : undefined;
  };
}

/**
 * The bytes of a file in order, in blocks of at most 1 MiB, the next one being read while one is
 * used. A block is valid until the next is asked for.
 * @throws UnreadableError when they cannot be read, or are not as many as the file says.
 */
export async function* readBlocks(file: Blob): AsyncGenerator<Block, void> {
  const source = createStreamReader(file) ?? createSliceReader(file);
  const read = (memory: ArrayBuffer) =>
    source(memory).catch(() => {
      throw new UnreadableError("The file cannot be read");
    });
  let missingBytes = file.size;
  let nextBlock = read(new ArrayBuffer(BLOCK_BYTES));
  let spareBuffer = new ArrayBuffer(BLOCK_BYTES);
  for (let bytes = await nextBlock; bytes; bytes = await nextBlock) {
    nextBlock = read(spareBuffer);
    // Awaited in the next round; a failure until then is nobody's surprise.
    nextBlock.catch(() => undefined);
    missingBytes -= bytes.length;
    yield bytes;
    spareBuffer = bytes.buffer;
  }
  if (missingBytes !== 0) throw new UnreadableError("The file is longer or shorter by now");
}

/** SHA-256 of bytes as they come by. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** The hash of everything since the last digest; the next begins anew. */
  digest(): Uint8Array;
}

/** What a file is read for. Bytes handed out are valid until the next ones are. */
interface Listeners {
  whole: Hasher;
  part: Hasher;
  /** Everything else that wants the bytes, in order, from offset `at` on. */
  others: ((bytes: Uint8Array<ArrayBuffer>, at: number) => void)[];
}

/**
 * Reads a file once.
 * @returns SHA-256 of the file and of its parts of `partSize` bytes, as hexadecimal digits.
 * @throws UnreadableError
 */
export async function hashFileAndParts(
  file: Blob,
  partSize: number,
  { whole, part, others }: Listeners,
  onProgress: (bytes: number) => void,
): Promise<{ sha256: string; partSha256: string[] }> {
  const partSha256: string[] = [];
  let position = 0;
  let partBytes = 0;
  for await (const bytes of readBlocks(file)) {
    whole.update(bytes);
    for (const listener of others) listener(bytes, position);
    for (let offset = 0; offset < bytes.length; ) {
      const length = Math.min(partSize - partBytes, bytes.length - offset);
      part.update(bytes.subarray(offset, offset + length));
      partBytes += length;
      offset += length;
      if (partBytes < partSize) continue;
      partSha256.push(hex(part.digest()));
      partBytes = 0;
    }
    position += bytes.length;
    onProgress(position);
  }
  if (partBytes > 0) partSha256.push(hex(part.digest()));
  return { sha256: hex(whole.digest()), partSha256 };
}
