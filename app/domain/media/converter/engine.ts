/** What the compiled converter offers; see `assembly/`. Addresses are bytes in its memory. */
interface Exports {
  memory: { buffer: ArrayBuffer };
  reserve(bytes: number): number;
  decodeStereo(kind: number, from: number, count: number, to: number): number;
  decodeFolded(
    kind: number,
    from: number,
    count: number,
    frameBytes: number,
    places: number,
    channels: number,
    table: number,
    to: number,
  ): number;
  pack(frames: number, count: number, stride: number, to: number): void;
  transform(plan: number, a: number, b: number): number;
  shape(
    from: number,
    size: number,
    to: number,
    newSize: number,
    response: number,
    bins: number,
  ): void;
  unpack(from: number, first: number, count: number, frames: number): void;
  interpolate(
    frames: number,
    table: number,
    taps: number,
    phases: number,
    whole: number,
    part: number,
    parts: number,
    step: number,
    stepPart: number,
    count: number,
    to: number,
  ): void;
  seed(low: number, high: number): void;
  peak(): number;
  quantise(frames: number, count: number, to: number, dither: number): void;
  fade(frames: number, count: number, out: number): void;
  scale(frames: number, count: number, gain: number): void;
  loudest(frames: number, count: number): number;
}

/**
 * An instance of the compiled converter. Its memory only grows while a conversion is set up, and is
 * gone with the instance.
 */
export interface Engine extends Exports {
  /** The whole memory; valid until the next {@link Exports.reserve}. */
  bytes(): Uint8Array;
  /** Reserves room for numbers and writes them there. @returns their address. */
  floats(values: ArrayLike<number>): number;
  /** The same for 32-bit whole numbers. */
  words(values: ArrayLike<number>): number;
}

/** Bytes of a stereo frame of two floats, as frames lie in the converter's memory. */
export const FRAME_BYTES = 16;

/** Starts an instance of the compiled converter. */
export function createEngine(module: WebAssembly.Module): Engine {
  const exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
  const { memory } = exports;
  return {
    ...exports,
    memory,
    bytes: () => new Uint8Array(memory.buffer),
    floats(values) {
      const at = exports.reserve(values.length * 8);
      new Float64Array(memory.buffer, at, values.length).set(values);
      return at;
    },
    words(values) {
      const at = exports.reserve(values.length * 4);
      new Uint32Array(memory.buffer, at, values.length).set(values);
      return at;
    },
  };
}
