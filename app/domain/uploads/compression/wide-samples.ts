/** Samples of four bytes, which FLAC is given as whole numbers of 24 bits where they hold no more. */
export const WIDE_KINDS = ["int32", "float32"] as const;
export type WideKind = (typeof WIDE_KINDS)[number];

const WIDE_BYTES = 4;
const NARROW_BYTES = 3;
/** Whole numbers of 24 bits are below this. */
const LIMIT_BITS = 23;
const NEGATIVE_ZERO = 0x8000_0000;
/** Of loudness that no music has, nor any sound at all; what is beyond goes as it is. */
export const MAX_SHIFT = 60;

/** The value of a sample times a power of two, and that power. */
const valueAt = (view: DataView, kind: WideKind, at: number) =>
  kind === "int32" ? view.getInt32(at, true) : view.getFloat32(at, true);

/**
 * By how many bits samples are shifted to become whole numbers of 24 bits: of whole numbers so many are
 * taken away, fractions get so many more.
 * @returns undefined where that would change any of them.
 */
function shiftOf(view: DataView, kind: WideKind): number | undefined {
  let [least, most] = [0, 0];
  for (let at = 0; at < view.byteLength; at += WIDE_BYTES) {
    const value = valueAt(view, kind, at);
    if (!Number.isFinite(value)) return undefined;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  // Whole numbers reach one step further below zero than above it.
  const highestBit = Math.max(
    most > 0 ? Math.floor(Math.log2(most)) : Number.NEGATIVE_INFINITY,
    least < 0 ? Math.ceil(Math.log2(-least)) - 1 : Number.NEGATIVE_INFINITY,
  );
  if (highestBit === Number.NEGATIVE_INFINITY) return 0;
  const bits = kind === "int32" ? highestBit + 1 - LIMIT_BITS : LIMIT_BITS - 1 - highestBit;
  const shift = Math.max(0, bits);
  return shift <= MAX_SHIFT ? shift : undefined;
}

/**
 * Makes samples of three bytes of samples of four.
 * @returns undefined where any of them would not come back as it was.
 */
export function narrowSamples(
  bytes: Uint8Array,
  kind: WideKind,
): { shift: number; samples: Uint8Array } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const shift = shiftOf(view, kind);
  if (shift === undefined) return undefined;
  const factor = 2 ** (kind === "int32" ? -shift : shift);
  const samples = new Uint8Array((bytes.length / WIDE_BYTES) * NARROW_BYTES);
  for (let at = 0, to = 0; at < bytes.length; at += WIDE_BYTES, to += NARROW_BYTES) {
    const value = valueAt(view, kind, at) * factor;
    const isExact =
      Number.isInteger(value) && value >= -(2 ** LIMIT_BITS) && value < 2 ** LIMIT_BITS;
    // A float has two zeros, of which whole numbers know one.
    if (!isExact || (kind === "float32" && view.getUint32(at, true) === NEGATIVE_ZERO))
      return undefined;
    samples[to] = value;
    samples[to + 1] = value >> 8;
    samples[to + 2] = value >> 16;
  }
  return { shift, samples };
}

/** Makes the samples of four bytes again that {@link narrowSamples} was given. */
export function widenSamples(
  samples: Uint8Array,
  { kind, shift }: { kind: WideKind; shift: number },
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((samples.length / NARROW_BYTES) * WIDE_BYTES);
  const view = new DataView(bytes.buffer);
  const factor = 2 ** (kind === "int32" ? shift : -shift);
  for (let from = 0, at = 0; from < samples.length; from += NARROW_BYTES, at += WIDE_BYTES) {
    const low = (samples[from] ?? 0) | ((samples[from + 1] ?? 0) << 8);
    const value = (low | (((samples[from + 2] ?? 0) << 24) >> 8)) * factor;
    if (kind === "int32") view.setInt32(at, value, true);
    else view.setFloat32(at, value, true);
  }
  return bytes;
}
