import { DamagedStreamError, type FlacDecoder } from "~/domain/media/flac/decoder";
import type { BlockFacts } from "../compression/block";
import { fileFrameBytes } from "../compression/pcm-format";
import { widenSamples } from "../compression/wide-samples";
import type { BodyDecoder } from "./slices.server";

/** The bytes of the file that a compressed block stands for: never more than it says. */
export function decodeBlock(block: BlockFacts, flac: FlacDecoder): BodyDecoder {
  const { wide } = block;
  const streamBytes = block.size - block.prefix;
  const lastFrame = fileFrameBytes({ ...block, wide: wide?.kind });
  let prefixLeft = block.prefix;
  let decodedBytes = 0;
  function* limit(frames: Iterable<Uint8Array>) {
    for (const samples of frames) {
      const frame = wide ? widenSamples(samples, wide) : samples;
      const wanted = Math.max(0, streamBytes - decodedBytes);
      decodedBytes += frame.length;
      if (decodedBytes >= streamBytes + lastFrame)
        throw new DamagedStreamError("The block unpacks to more than it says.");
      yield frame.subarray(0, wanted);
    }
  }
  return {
    *decode(bytes) {
      const prefix = bytes.subarray(0, prefixLeft);
      prefixLeft -= prefix.length;
      if (prefix.length > 0) yield prefix;
      if (prefix.length < bytes.length) yield* limit(flac.decode(bytes.subarray(prefix.length)));
    },
    *finish(isCut) {
      if (prefixLeft === 0) yield* limit(flac.finish(isCut));
      if (!isCut && (prefixLeft > 0 || decodedBytes < streamBytes))
        throw new DamagedStreamError("The block unpacks to less than it says.");
    },
  };
}
