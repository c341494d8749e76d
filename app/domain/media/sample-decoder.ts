import { aLawTable, type G711Table, muLawTable } from "./g711";
import type { WavFormat } from "./wav-format";

/**
 * Reads one channel's samples from byte `at` on, `stride` bytes apart, into `out[from]` up to (not
 * including) `out[to]`, on a scale where 1 is full scale.
 *
 * @returns how many of them were no usable number and were read as 0.
 */
type SampleReader = (
  bytes: DataView,
  at: number,
  stride: number,
  out: Float64Array,
  from: number,
  to: number,
) => number;

/**
 * Larger floats (about 240 dB over full scale) are garbage: their squares would drown every sum. Floats
 * on an integer's scale are well below.
 */
const MAX_LEVEL = 2 ** 40;

/**
 * Integers with fewer valid bits than their container are aligned to the top (Microsoft's rule for both
 * header kinds), so they need no reader of their own.
 */
export function sampleReader({ format, bitsPerSample }: WavFormat): SampleReader {
  if (format === "alaw") return tableReader(aLawTable());
  if (format === "mulaw") return tableReader(muLawTable());
  if (format === "float") return bitsPerSample === 64 ? readFloat64 : readFloat32;
  if (bitsPerSample === 8) return readPcm8;
  if (bitsPerSample === 16) return readPcm16;
  return bitsPerSample === 24 ? readPcm24 : readPcm32;
}

const readPcm8: SampleReader = (bytes, at, stride, out, from, to) => {
  for (let i = from, byte = at; i < to; i++, byte += stride) {
    out[i] = (bytes.getUint8(byte) - 128) / 0x80;
  }
  return 0;
};

const readPcm16: SampleReader = (bytes, at, stride, out, from, to) => {
  for (let i = from, byte = at; i < to; i++, byte += stride) {
    out[i] = bytes.getInt16(byte, true) / 0x8000;
  }
  return 0;
};

const readPcm24: SampleReader = (bytes, at, stride, out, from, to) => {
  for (let i = from, byte = at; i < to; i++, byte += stride) {
    out[i] = ((bytes.getInt8(byte + 2) << 16) | bytes.getUint16(byte, true)) / 0x80_0000;
  }
  return 0;
};

const readPcm32: SampleReader = (bytes, at, stride, out, from, to) => {
  for (let i = from, byte = at; i < to; i++, byte += stride) {
    out[i] = bytes.getInt32(byte, true) / 0x8000_0000;
  }
  return 0;
};

const readFloat32: SampleReader = (bytes, at, stride, out, from, to) => {
  let unusable = 0;
  for (let i = from, byte = at; i < to; i++, byte += stride) {
    const value = bytes.getFloat32(byte, true);
    // Written so that NaN fails the comparison.
    if (value <= MAX_LEVEL && value >= -MAX_LEVEL) out[i] = value;
    else {
      out[i] = 0;
      unusable += 1;
    }
  }
  return unusable;
};

const readFloat64: SampleReader = (bytes, at, stride, out, from, to) => {
  let unusable = 0;
  for (let i = from, byte = at; i < to; i++, byte += stride) {
    const value = bytes.getFloat64(byte, true);
    if (value <= MAX_LEVEL && value >= -MAX_LEVEL) out[i] = value;
    else {
      out[i] = 0;
      unusable += 1;
    }
  }
  return unusable;
};

function tableReader(table: G711Table): SampleReader {
  return (bytes, at, stride, out, from, to) => {
    for (let i = from, byte = at; i < to; i++, byte += stride) {
      out[i] = table[bytes.getUint8(byte)] ?? 0;
    }
    return 0;
  };
}

/** Frames per block, few enough for the CPU caches; the last block may have fewer. */
export const BLOCK_FRAMES = 4096;

/** Channels decoded by default; further ones are skipped. */
export const MAX_CHANNELS = 8;

/**
 * Gets a block: one array per channel, of which the first `frames` samples count, where 1 is full
 * scale. The arrays are reused: copy what is kept.
 */
type BlockHandler = (channels: readonly Float64Array[], frames: number) => void;

interface SampleDecoder {
  /** The next bytes of audio, in pieces of any size. They are not kept. */
  push(bytes: Uint8Array): void;
  /** Emits the rest; bytes of an incomplete frame are dropped. */
  end(): void;
  /** Unusable samples so far (NaN, infinity), which are 0 in the blocks. */
  unusable(): number;
}

interface DecoderOptions {
  /** Number of channels to decode; at most 8 by default. */
  channels?: number;
}

/**
 * Decodes the audio of a WAV file as its bytes arrive. `onBlock` gets blocks of {@link BLOCK_FRAMES}
 * frames however the bytes are split. Nothing is allocated per block.
 */
export function createSampleDecoder(
  format: WavFormat,
  onBlock: BlockHandler,
  { channels = Math.min(format.channels, MAX_CHANNELS) }: DecoderOptions = {},
): SampleDecoder {
  const { blockAlign } = format;
  const readSamples = sampleReader(format);
  const step = format.bitsPerSample / 8;
  const planes = Array.from({ length: channels }, () => new Float64Array(BLOCK_FRAMES));
  let bufferedFrames = 0;
  let unusable = 0;

  // The start of an incomplete frame.
  const partialFrame = new Uint8Array(blockAlign);
  const partialFrameView = new DataView(partialFrame.buffer);
  let bufferSize = 0;

  function emitBlock() {
    if (bufferedFrames > 0) onBlock(planes, bufferedFrames);
    bufferedFrames = 0;
  }

  function decode(view: DataView, at: number, frames: number) {
    let from = at;
    let remaining = frames;
    while (remaining > 0) {
      const count = Math.min(remaining, BLOCK_FRAMES - bufferedFrames);
      for (const [channel, plane] of planes.entries()) {
        const start = from + channel * step;
        unusable += readSamples(
          view,
          start,
          blockAlign,
          plane,
          bufferedFrames,
          bufferedFrames + count,
        );
      }
      bufferedFrames += count;
      from += count * blockAlign;
      remaining -= count;
      if (bufferedFrames === BLOCK_FRAMES) emitBlock();
    }
  }

  return {
    push(bytes) {
      let at = 0;
      if (bufferSize > 0) {
        at = Math.min(blockAlign - bufferSize, bytes.length);
        partialFrame.set(bytes.subarray(0, at), bufferSize);
        bufferSize += at;
        if (bufferSize < blockAlign) return;
        decode(partialFrameView, 0, 1);
        bufferSize = 0;
      }
      const frames = Math.floor((bytes.length - at) / blockAlign);
      decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), at, frames);
      const rest = bytes.subarray(at + frames * blockAlign);
      partialFrame.set(rest);
      bufferSize = rest.length;
    },
    end: emitBlock,
    unusable: () => unusable,
  };
}
