/** Bytes per read. Reads without a size get 4 KiB chunks, at twice the CPU time. */
const BLOCK_BYTES = 256 * 1024;

/** The `min` option of workers' streams, which the browser types lack. */
export interface BlockReader {
  read(
    view: Uint8Array<ArrayBuffer>,
    options: { min: number },
  ): Promise<{ done: boolean; value?: Uint8Array<ArrayBuffer> }>;
  cancel(): Promise<void>;
}

/**
 * Reads into the same memory, so bytes to keep must be copied. Stopping early cancels the stream.
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
