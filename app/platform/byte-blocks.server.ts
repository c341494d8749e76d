/** Bytes read at a time: streams that are read without saying so come in chunks of 4 KiB, at twice the CPU. */
const BLOCK_BYTES = 256 * 1024;

/** What workers' streams can do besides, and the types of browsers hide: a read waits for so many bytes. */
export interface BlockReader {
  read(
    view: Uint8Array<ArrayBuffer>,
    options: { min: number },
  ): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> }>;
  cancel(): Promise<void>;
}

/**
 * Reads a stream of bytes block by block into the same memory: what is kept must be copied. A
 * reader that stops early ends the stream.
 */
export async function* byteBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader: BlockReader = stream.getReader({ mode: "byob" });
  let isEnded = false;
  try {
    let block = new Uint8Array(BLOCK_BYTES);
    for (;;) {
      const { done, value } = await reader.read(block, { min: BLOCK_BYTES });
      if (value && value.length > 0) yield value;
      isEnded = done || !value;
      if (isEnded || !value) return;
      block = new Uint8Array(value.buffer);
    }
  } finally {
    if (!isEnded) await reader.cancel().catch(() => undefined);
  }
}
