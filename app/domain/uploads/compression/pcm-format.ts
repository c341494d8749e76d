import {
  frameBytes,
  MAX_CHANNELS,
  MAX_SAMPLE_RATE,
  type PcmFormat,
} from "~/domain/media/flac/flac-stream";
import type { WavInfo } from "~/domain/media/wav-header";
import type { WideKind } from "./wide-samples";

/** The samples of a file as FLAC takes them, and what they are in the file where that is wider. */
export interface FileFormat extends PcmFormat {
  wide?: WideKind | undefined;
}

/**
 * The format of a file that can be compressed: whole numbers of up to 24 bits, and samples of 32 as long
 * as they hold no more than 24. Others go as they are.
 */
export function compressibleFormat(
  wav: Pick<WavInfo, "format" | "bitsPerSample" | "channels" | "sampleRate">,
): FileFormat | undefined {
  const { format, bitsPerSample: bits, channels, sampleRate } = wav;
  if (channels > MAX_CHANNELS || sampleRate > MAX_SAMPLE_RATE) return undefined;
  // Rates that FLAC's subset cannot write into the header of a frame.
  if (sampleRate > 65_535 && sampleRate % 10 !== 0) return undefined;
  const shape = { sampleRate, channels };
  if (format === "float" && bits === 32) return { ...shape, bits: 24, wide: "float32" };
  if (format !== "pcm") return undefined;
  if (bits === 32) return { ...shape, bits: 24, wide: "int32" };
  return bits === 8 || bits === 16 || bits === 24 ? { ...shape, bits } : undefined;
}

/** Bytes of a sample of every channel, in the file. */
export function fileFrameBytes({ wide, ...format }: FileFormat): number {
  return wide ? format.channels * 4 : frameBytes(format);
}

/**
 * How a stretch of a file is compressed: what comes before its first whole frame goes as it is, and
 * `streamBytes` are read, up to a whole frame. All of the file is taken for sound, as its header and
 * other chunks are few bytes.
 * @returns undefined for less than a frame.
 */
export function planBlock(
  format: FileFormat,
  dataOffset: number,
  { offset, length }: { offset: number; length: number },
): { prefix: number; streamBytes: number } | undefined {
  const frame = fileFrameBytes(format);
  const prefix = (frame - ((((offset - dataOffset) % frame) + frame) % frame)) % frame;
  if (prefix >= length) return undefined;
  const streamBytes = Math.ceil((length - prefix) / frame) * frame;
  return { prefix, streamBytes };
}
