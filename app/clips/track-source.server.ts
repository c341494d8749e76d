import type { Converter } from "~/media/converter/converter";
import type { RangeReader } from "~/media/range-reader";
import type { WavInfo } from "~/media/wav-header";
import { byteBlocks } from "~/platform/byte-blocks.server";
import type { StorageBackend } from "~/uploads/storage-backend";

/** What staff read when the track of a clip has gone. */
export const SOURCE_GONE = "The track's file is no longer in storage.";

/** The track that a clip is cut from, as it lies in the bucket. */
export interface ClipSource {
  carrier: StorageBackend;
  key: string;
  /** Bytes of the whole file. */
  size: number;
  read: RangeReader;
}

/** The source was there when its header was read, and is no longer. */
export class TrackSourceMissingError extends Error {}

/**
 * Reads what a converter asks of a source and pushes it, block by block.
 * @param afterEach is awaited after every block, before the next is read.
 * @throws TrackSourceMissingError, or an Error when the bucket fails or ends early.
 */
export async function feedConverter(
  source: ClipSource,
  { dataOffset, blockAlign }: WavInfo,
  converter: Converter,
  afterEach: () => Promise<void>,
): Promise<void> {
  const { from, to } = converter.reads;
  const range = { offset: dataOffset + from * blockAlign, length: (to - from) * blockAlign };
  const stream = await source.carrier.read(source.key, range);
  if (!stream) throw new TrackSourceMissingError(SOURCE_GONE);
  let remaining = range.length;
  for await (const block of byteBlocks(stream)) {
    remaining -= block.length;
    converter.push(block);
    await afterEach();
  }
  // A stream that was cut off must not pass for silence.
  if (remaining !== 0) throw new Error(`The source ended ${remaining} bytes early`);
  converter.end();
  await afterEach();
}
