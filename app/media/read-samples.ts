import { aLawTable, type G711Table, muLawTable } from "./g711";
import type { WavFormat } from "./wav-format";

/**
 * Reads one channel's samples from byte `at` on, `stride` bytes apart, into `out[from]` up to (not
 * including) `out[to]`, on a scale where 1 is full scale.
 *
 * @returns how many of them were no usable number and were read as 0.
 */
export type SampleReader = (
  bytes: DataView,
  at: number,
  stride: number,
  out: Float64Array,
  from: number,
  to: number,
) => number;

/**
 * Beyond this (some 240 dB over full scale) a float is garbage, not loud: squares of it would
 * drown every sum. Files with floats on an integer's scale stay well below.
 */
const LARGEST = 2 ** 40;

/**
 * The reader for a format. Integers of fewer valid bits than their container hold them at the top
 * (Microsoft's rule for both header kinds), so that they need no reader of their own.
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
    // Written so that NaN, of which no comparison is true, ends up on the far side.
    if (value <= LARGEST && value >= -LARGEST) out[i] = value;
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
    if (value <= LARGEST && value >= -LARGEST) out[i] = value;
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
