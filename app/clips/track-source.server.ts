import type { Converter } from "~/media/converter/converter";
import type { RangeReader } from "~/media/range-reader";
import type { WavInfo } from "~/media/wav-header";
import type { Carrier } from "~/uploads/carrier";

/** Bytes read at a time: streams that are read without saying so come in chunks of 4 KiB. */
const BLOCK_BYTES = 256 * 1024;

/**
 * Reads a stream of bytes block by block into the same memory: what is kept must be copied. A
 * reader that stops early ends the stream.
 */
export async function* byteBlocks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader({ mode: "byob" });
  let ended = false;
  try {
    let block = new Uint8Array(BLOCK_BYTES);
    for (;;) {
      const { done, value } = await reader.read(block, { min: BLOCK_BYTES });
      if (value && value.length > 0) yield value;
      ended = done || !value;
      if (ended || !value) return;
      block = new Uint8Array(value.buffer);
    }
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

/** What staff read when the track of a clip has gone. */
export const SOURCE_GONE = "The track's file is no longer in storage.";

/** The track that a clip is cut from, as it lies in the bucket. */
export interface ClipSource {
  carrier: Carrier;
  key: string;
  /** Bytes of the whole file. */
  size: number;
  read: RangeReader;
}

/** The source was there when its header was read, and is no longer. */
export class SourceGone extends Error {}

/**
 * Reads what a converter asks of a source and pushes it, block by block.
 * @param afterEach is awaited after every block, before the next is read.
 * @throws SourceGone, or an Error when the bucket fails or ends early.
 */
export async function pump(
  source: ClipSource,
  { dataOffset, blockAlign }: WavInfo,
  converter: Converter,
  afterEach: () => Promise<void>,
): Promise<void> {
  const { from, to } = converter.reads;
  const range = { offset: dataOffset + from * blockAlign, length: (to - from) * blockAlign };
  const stream = await source.carrier.read(source.key, range);
  if (!stream) throw new SourceGone(SOURCE_GONE);
  let left = range.length;
  for await (const block of byteBlocks(stream)) {
    left -= block.length;
    converter.push(block);
    await afterEach();
  }
  // A stream that was cut off must not pass for silence.
  if (left !== 0) throw new Error(`The source ended ${left} bytes early`);
  converter.end();
  await afterEach();
}
