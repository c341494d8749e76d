/** How samples are stored: linear integers, IEEE floats, or G.711 companded bytes. */
export type SampleFormat = "pcm" | "float" | "alaw" | "mulaw";

export interface WavFormat {
  format: SampleFormat;
  /** True when the header is WAVE_FORMAT_EXTENSIBLE. */
  extensible: boolean;
  channels: number;
  /** Frames per second, in Hz. */
  sampleRate: number;
  /** Bits a sample takes up in the file: 8, 16, 24 or 32 for pcm, 32 or 64 for float, 8 for G.711. */
  bitsPerSample: number;
  /** Bits of each sample that carry sound, counted from the top; at most `bitsPerSample`. */
  validBits: number;
  /** Bytes of one frame, that is one sample of every channel. */
  blockAlign: number;
  /** Which speaker each channel is for, as bits; only where an extensible header says so. */
  channelMask?: number;
}

const FORMAT_BY_TAG = new Map<number, SampleFormat>([
  [1, "pcm"],
  [3, "float"],
  [6, "alaw"],
  [7, "mulaw"],
]);
const EXTENSIBLE_TAG = 0xfffe;
const EXTENSIBLE_BODY_BYTES = 40;
const EXTENSIBLE_EXTRA_BYTES = 22;

/**
 * Reads the body of a `fmt ` chunk (its first 40 bytes are enough; Microsoft's WAVEFORMATEX and
 * WAVEFORMATEXTENSIBLE). Returns "unsupported-format" for codecs and sample sizes we do not read and
 * "malformed" for numbers that cannot describe audio.
 */
export function parseFormat(body: DataView): WavFormat | "unsupported-format" | "malformed" {
  if (body.byteLength < 16) return "malformed";
  const outerTag = body.getUint16(0, true);
  const extensible = outerTag === EXTENSIBLE_TAG;
  if (extensible && !holdsExtension(body)) return "malformed";

  // The first two bytes of the sub-format identifier are the tag it would have had without it.
  const format = FORMAT_BY_TAG.get(extensible ? body.getUint16(24, true) : outerTag);
  if (format === undefined) return "unsupported-format";

  const channels = body.getUint16(2, true);
  const sampleRate = body.getUint32(4, true);
  const blockAlign = body.getUint16(12, true);
  const statedBits = body.getUint16(14, true);
  if (channels === 0 || sampleRate === 0 || statedBits === 0) return "malformed";

  // Plain headers may state 20 bits; such samples sit in the next whole number of bytes.
  const bitsPerSample = Math.ceil(statedBits / 8) * 8;
  if (!isReadable(format, bitsPerSample, statedBits)) return "unsupported-format";
  if (blockAlign !== (channels * bitsPerSample) / 8) return "malformed";

  const statedValid = extensible ? body.getUint16(18, true) : statedBits;
  const validBits = statedValid > 0 && statedValid <= statedBits ? statedValid : statedBits;
  const found = { format, extensible, channels, sampleRate, bitsPerSample, validBits, blockAlign };
  const channelMask = extensible ? body.getUint32(20, true) : 0;
  return channelMask === 0 ? found : { ...found, channelMask };
}

function holdsExtension(body: DataView): boolean {
  return (
    body.byteLength >= EXTENSIBLE_BODY_BYTES && body.getUint16(16, true) >= EXTENSIBLE_EXTRA_BYTES
  );
}

function isReadable(format: SampleFormat, bitsPerSample: number, statedBits: number): boolean {
  if (format === "pcm") return statedBits >= 8 && bitsPerSample <= 32;
  if (format === "float") return statedBits === 32 || statedBits === 64;
  return statedBits === 8;
}
