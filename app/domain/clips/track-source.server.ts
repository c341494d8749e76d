import type { Converter } from "~/domain/media/converter/converter";
import type { RangeReader } from "~/domain/media/range-reader";
import type { WavInfo } from "~/domain/media/wav-header";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import { byteBlocks } from "~/platform/byte-blocks.server";

export const SOURCE_GONE = "The track's file is no longer in storage.";

/** The stored track of a clip. */
export interface ClipSource {
  carrier: StorageBackend;
  key: string;
  /** In bytes. */
  size: number;
  read: RangeReader;
}

/** The source disappeared after its header was read. */
export class TrackSourceMissingError extends Error {}

/**
 * Feeds the requested range to a converter, block by block.
 * @param afterEach awaited after each block.
 * @throws TrackSourceMissingError, or an Error if the bucket fails or ends early.
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
  // A truncated stream must not count as silence.
  if (remaining !== 0) throw new Error(`The source ended ${remaining} bytes early`);
  converter.end();
  await afterEach();
}
