import { hex } from "~/platform/formats/hex";

const BLOCK_BYTES = 1024 * 1024;

/** The file has changed or cannot be read. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

type Block = Uint8Array<ArrayBuffer>;
/** Reads the next bytes into `memory`, which is taken over; undefined at the end. */
type Read = (memory: ArrayBuffer) => Promise<Block | undefined>;

/** Reading into given memory takes a third of the time and a fifth of the memory. */
function createStreamReader(file: Blob): Read | undefined {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = file.stream().getReader({ mode: "byob" });
  } catch {
    // Safari's file streams cannot do that.
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
 * The bytes of a file in blocks of at most 1 MiB, with one block read ahead. A block is valid until
 * the next is requested.
 * @throws UnreadableError
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
    // Awaited in the next round.
    nextBlock.catch(() => undefined);
    missingBytes -= bytes.length;
    yield bytes;
    spareBuffer = bytes.buffer;
  }
  if (missingBytes !== 0) throw new UnreadableError("The file is longer or shorter by now");
}

export interface Hasher {
  update(bytes: Uint8Array): void;
  /** The hash since the last digest; then it starts again. */
  digest(): Uint8Array;
}

/** Bytes are valid only during the call. */
interface Listeners {
  whole: Hasher;
  part: Hasher;
  /** Further consumers of the bytes, with their offset. */
  others: ((bytes: Uint8Array<ArrayBuffer>, at: number) => void)[];
}

/**
 * Reads a file once.
 * @returns SHA-256 of the file and of its parts of `partSize` bytes, in hexadecimal digits.
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
