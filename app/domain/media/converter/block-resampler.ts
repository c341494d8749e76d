import { type Engine, FRAME_BYTES } from "./engine";
import type { FrameSink } from "./frame-sink";
import { kernel } from "./kaiser";
import { type BlockPlan, greatestCommonDivisor, radices } from "./rate-plan";

/** (cosine, sine) of the angle of minus `step` in `whole` of a turn. */
function root(step: number, whole: number): [number, number] {
  const angle = (-2 * Math.PI * (step % whole)) / whole;
  return [Math.cos(angle), Math.sin(angle)];
}

/**
 * Writes the passes of a transform into the engine's memory.
 * @returns the address that `transform` takes.
 */
function writeTransform(engine: Engine, size: number): number {
  const plan: number[] = [];
  let length = size;
  let stride = 1;
  for (const radix of radices(size) ?? []) {
    const groups = length / radix;
    const twiddles: number[] = [];
    for (let p = 0; p < groups; p++)
      for (let j = 1; j < radix; j++) twiddles.push(...root(p * j, length));
    plan.push(radix, groups, stride, engine.floats(twiddles));
    length = groups;
    stride *= radix;
  }
  return engine.words([...plan, 0]);
}

/** Bytes of a transform's element: two blocks side by side, each with two channels. */
const ELEMENT_BYTES = 32;

/**
 * The frames a resampler needs around the sound: `lead` before its first frame, and as many after its
 * last. `skip` output frames precede the one that belongs to the first; they are at least `margin`.
 */
export function resamplerPadding(
  { newSize, size, reach, advance, newAdvance }: BlockPlan,
  margin = 0,
) {
  const first = Math.ceil((reach * newSize) / size);
  const up = newAdvance / greatestCommonDivisor(newAdvance, advance);
  const lead = Math.ceil((first + margin) / up);
  return { lead: (lead * up * size) / newSize, skip: lead * up - first, first };
}

/** The filter's response for each bin below its stop band, including the transforms' scale. */
function writeResponse(engine: Engine, plan: BlockPlan, a: number, b: number) {
  const { size, newSize, filter, reach } = plan;
  const kernelAt = kernel(filter, reach + 0.5);
  const taps = new Float64Array(engine.memory.buffer, a, size * 4);
  for (let x = -reach; x <= reach; x++) taps[((x + size) % size) * 4] = kernelAt(x);
  const forward = writeTransform(engine, size);
  const spectrum = engine.transform(forward, a, b);
  const maxBins = Math.floor((Math.min(size, newSize) - 1) / 2) + 1;
  const bins = Math.min(maxBins, Math.ceil(filter.stop * size) + 1);
  const values = new Float64Array(engine.memory.buffer, spectrum, size * 4);
  const response = Float64Array.from({ length: bins }, (_, k) => (values[k * 4] ?? 0) / size);
  return { forward, bins, response: engine.floats(response) };
}

/**
 * Resamples by overlap-save: a block is transformed, filtered and transformed back at another size;
 * frames affected by wrap-around are dropped. Left and right are the real and imaginary part of one
 * signal; two blocks are processed at a time.
 */
export function createBlockResampler(engine: Engine, plan: BlockPlan, sink: FrameSink): FrameSink {
  const { size, newSize, advance, newAdvance, reach } = plan;
  const capacity = size + advance;
  const input = engine.reserve(capacity * FRAME_BYTES);
  const maxBytes = Math.max(size, newSize) * ELEMENT_BYTES;
  const [a, b] = [engine.reserve(maxBytes), engine.reserve(maxBytes)];
  const { forward, bins, response } = writeResponse(engine, plan, a, b);
  const inverse = writeTransform(engine, newSize);
  const first = Math.ceil((reach * newSize) / size);
  let bufferedFrames = 0;

  function convert() {
    engine.pack(input, size, advance, a);
    const spectrum = engine.transform(forward, a, b);
    const freeBuffer = spectrum === a ? b : a;
    engine.shape(spectrum, size, freeBuffer, newSize, response, bins);
    const sound = engine.transform(inverse, freeBuffer, spectrum);
    engine.unpack(sound, first, newAdvance, sink.at());
    sink.commit(2 * newAdvance);
    const usedFrames = 2 * advance;
    engine
      .bytes()
      .copyWithin(input, input + usedFrames * FRAME_BYTES, input + capacity * FRAME_BYTES);
    bufferedFrames = capacity - usedFrames;
  }

  return {
    room: () => capacity - bufferedFrames,
    at: () => input + bufferedFrames * FRAME_BYTES,
    commit(frames) {
      bufferedFrames += frames;
      if (bufferedFrames === capacity) convert();
    },
    isFull: sink.isFull,
  };
}
