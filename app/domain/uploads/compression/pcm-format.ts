import {
  frameBytes,
  MAX_CHANNELS,
  MAX_SAMPLE_RATE,
  type PcmFormat,
} from "~/domain/media/flac/flac-stream";
import type { WavInfo } from "~/domain/media/wav-header";
import type { BlockFacts } from "./block";

/** The format of a file that can be compressed: whole numbers of up to 24 bits. Others go as they are. */
export function compressibleFormat(
  wav: Pick<WavInfo, "format" | "bitsPerSample" | "channels" | "sampleRate">,
): PcmFormat | undefined {
  const { format, bitsPerSample: bits, channels, sampleRate } = wav;
  if (format !== "pcm" || channels > MAX_CHANNELS || sampleRate > MAX_SAMPLE_RATE) return undefined;
  // Rates that FLAC's subset cannot write into the header of a frame.
  if (sampleRate > 65_535 && sampleRate % 10 !== 0) return undefined;
  return bits === 8 || bits === 16 || bits === 24 ? { sampleRate, channels, bits } : undefined;
}

/**
 * How a stretch of a file is compressed: what comes before its first whole frame goes as it is, and
 * `streamBytes` are read, up to a whole frame. All of the file is taken for sound, as its header and
 * other chunks are few bytes.
 * @returns undefined for less than a frame.
 */
export function planBlock(
  format: PcmFormat,
  dataOffset: number,
  { offset, length }: { offset: number; length: number },
): (BlockFacts & { streamBytes: number }) | undefined {
  const frame = frameBytes(format);
  const prefix = (frame - ((((offset - dataOffset) % frame) + frame) % frame)) % frame;
  if (prefix >= length) return undefined;
  const streamBytes = Math.ceil((length - prefix) / frame) * frame;
  return { ...format, size: length, prefix, streamBytes };
}
