const BLOCK_BYTES = 1024 * 1024;

/** The file gives other bytes than it has said, or none. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

type Block = Uint8Array<ArrayBuffer>;
/** Reads the next bytes, none at the end. `memory` may be used for them; nobody else may any more. */
type Read = (memory: ArrayBuffer) => Promise<Block | undefined>;

/** A file's own stream fills memory it is given: a third of the time, a fifth of the memory. */
function byStream(file: Blob): Read | undefined {
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

function bySlices(file: Blob): Read {
  let at = 0;
  return async () => {
    if (at >= file.size) return undefined;
    const bytes = new Uint8Array(await file.slice(at, at + BLOCK_BYTES).arrayBuffer());
    at += bytes.length;
    return bytes.length > 0 ? bytes : undefined;
  };
}

/**
 * The bytes of a file in order, in blocks of at most 1 MiB, the next one being read while one is
 * used. A block is valid until the next is asked for.
 * @throws UnreadableError when they cannot be read, or are not as many as the file says.
 */
export async function* blocksOf(file: Blob): AsyncGenerator<Block, void> {
  const source = byStream(file) ?? bySlices(file);
  const read = (memory: ArrayBuffer) =>
    source(memory).catch((error: unknown) => {
      throw new UnreadableError("The file cannot be read", { cause: error });
    });
  let left = file.size;
  let coming = read(new ArrayBuffer(BLOCK_BYTES));
  let spare = new ArrayBuffer(BLOCK_BYTES);
  for (let bytes = await coming; bytes; bytes = await coming) {
    coming = read(spare);
    // Awaited in the next round; a failure until then is nobody's surprise.
    coming.catch(() => undefined);
    left -= bytes.length;
    yield bytes;
    spare = bytes.buffer;
  }
  if (left !== 0) throw new UnreadableError("The file is longer or shorter by now");
}
