/** Linear integers, IEEE floats, or G.711 bytes. */
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
  /** Bytes of one frame (a sample of every channel), whatever the header states. */
  blockAlign: number;
  /** Speaker bits; only from an extensible header. */
  channelMask?: number;
}

/** Accepted sample rates in Hz. */
const MIN_RATE = 1_000;
const MAX_RATE = 768_000;

/** Why a `fmt ` chunk cannot be used. */
export type FormatProblem = "unsupported-format" | "malformed" | "sample-rate";

/** A `fmt ` chunk; `misstated` if its frame size is wrong and was ignored. */
export type StatedFormat = WavFormat & { misstated: boolean };

const FORMAT_BY_TAG = new Map<number, SampleFormat>([
  [1, "pcm"],
  [3, "float"],
  [6, "alaw"],
  [7, "mulaw"],
]);
const EXTENSIBLE_TAG = 0xfffe;
const EXTENSIBLE_BODY_BYTES = 40;
const EXTENSIBLE_EXTRA_BYTES = 22;
/** The largest frame size a header can state. */
const MAX_FRAME_BYTES = 0xffff;

/**
 * Reads the body of a `fmt ` chunk (the first 40 bytes are enough; Microsoft's WAVEFORMATEX and
 * WAVEFORMATEXTENSIBLE). Returns "unsupported-format" for other codecs and sample sizes, "sample-rate"
 * for unplayable rates, and "malformed" for impossible numbers. The frame size is computed: players
 * ignore the stated one.
 */
export function parseFormat(body: DataView): StatedFormat | FormatProblem {
  if (body.byteLength < 16) return "malformed";
  const outerTag = body.getUint16(0, true);
  const extensible = outerTag === EXTENSIBLE_TAG;
  if (extensible && !hasExtension(body)) return "malformed";

  // The first two bytes of the sub-format are the plain format tag.
  const format = FORMAT_BY_TAG.get(extensible ? body.getUint16(24, true) : outerTag);
  if (format === undefined) return "unsupported-format";

  const channels = body.getUint16(2, true);
  const sampleRate = body.getUint32(4, true);
  const statedBlock = body.getUint16(12, true);
  // Some writers state the decoded size of G.711; its samples are always bytes.
  const isCompanded = format === "alaw" || format === "mulaw";
  const statedBits = isCompanded ? 8 : body.getUint16(14, true);
  if (channels === 0 || statedBits === 0) return "malformed";
  if (sampleRate < MIN_RATE || sampleRate > MAX_RATE) return "sample-rate";

  // Plain headers may state 20 bits; such samples fill whole bytes.
  const bitsPerSample = Math.ceil(statedBits / 8) * 8;
  if (!isReadable(format, bitsPerSample, statedBits)) return "unsupported-format";
  const blockAlign = (channels * bitsPerSample) / 8;
  // 24 bits in frames of four bytes per channel are ambiguous: integers or floats, depending on the writer.
  if (bitsPerSample === 24 && statedBlock === channels * 4) return "unsupported-format";
  if (blockAlign > MAX_FRAME_BYTES) return "malformed";

  const statedValid = extensible ? body.getUint16(18, true) : statedBits;
  const validBits = statedValid > 0 && statedValid <= statedBits ? statedValid : statedBits;
  const isMisstated = statedBlock !== blockAlign;
  const shape = { format, extensible, channels, sampleRate, bitsPerSample, validBits, blockAlign };
  const channelMask = extensible ? body.getUint32(20, true) : 0;
  return { ...shape, misstated: isMisstated, ...(channelMask === 0 ? {} : { channelMask }) };
}

function hasExtension(body: DataView): boolean {
  return (
    body.byteLength >= EXTENSIBLE_BODY_BYTES && body.getUint16(16, true) >= EXTENSIBLE_EXTRA_BYTES
  );
}

function isReadable(format: SampleFormat, bitsPerSample: number, statedBits: number): boolean {
  if (format === "pcm") return statedBits >= 8 && bitsPerSample <= 32;
  return format !== "float" || statedBits === 32 || statedBits === 64;
}
