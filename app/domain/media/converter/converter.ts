import type { SampleFormat, WavFormat } from "../wav-format";
import { createBlockResampler, resamplerPadding } from "./block-resampler";
import { type Engine, FRAME_BYTES } from "./engine";
import { createFinisher } from "./finish";
import { createFrameDecoder } from "./frame-decoder";
import { createFrameTap, type FrameSink } from "./frame-sink";
import { kernel } from "./kaiser";
import { CLIP_RATE, clipFrames, ratePlan } from "./rate-plan";

/** Taps on both sides: enough where three quarters of the spectrum are empty. */
const TAPS = 16;
/** Tabulated kernel positions between two frames. */
const PHASES = 4096;

/** Frames needed before the position. */
const FRAMES_BEFORE = TAPS / 2;

function writeTable(engine: Engine): number {
  const kernelAt = kernel({ pass: 1 / 8, stop: 7 / 8 }, TAPS / 2);
  const table = new Float64Array((PHASES + 1) * TAPS);
  for (let phase = 0; phase <= PHASES; phase++) {
    const row = table.subarray(phase * TAPS, (phase + 1) * TAPS);
    for (let k = 0; k < TAPS; k++) row[k] = kernelAt(k - (TAPS / 2 - 1) - phase / PHASES);
    // Each row sums to 1, so that a constant is unchanged.
    const sum = row.reduce((total, tap) => total + tap, 0);
    for (let k = 0; k < TAPS; k++) row[k] = (row[k] ?? 0) / sum;
  }
  return engine.floats(table);
}

/**
 * Interpolates the clip's frames between those of another rate, at exact positions for any ratio. Three
 * quarters of the sound's spectrum must be empty.
 * @param options.skip frames before the one that belongs to the clip's first.
 * @param options.most frames handed over at once.
 */
function createInterpolator(
  engine: Engine,
  { rate, skip, maxFrames }: { rate: number; skip: number; maxFrames: number },
  sink: FrameSink,
): FrameSink {
  const table = writeTable(engine);
  const capacity = maxFrames + 2 * TAPS;
  const input = engine.reserve(capacity * FRAME_BYTES);
  const [step, stepPart] = [Math.floor(rate / CLIP_RATE), rate % CLIP_RATE];
  let bufferedFrames = 0;
  let wholeFrame = skip;
  let fraction = 0;

  function readyCount(): number {
    const last = bufferedFrames - 1 - TAPS / 2;
    if (wholeFrame > last) return 0;
    return Math.floor(((last - wholeFrame + 1) * CLIP_RATE - fraction - 1) / rate) + 1;
  }

  function interpolate(position: { whole: number; fraction: number }, count: number, at: number) {
    engine.interpolate(
      input,
      table,
      TAPS,
      PHASES,
      position.whole,
      position.fraction,
      CLIP_RATE,
      step,
      stepPart,
      count,
      at,
    );
  }

  return {
    room: () => capacity - bufferedFrames,
    at: () => input + bufferedFrames * FRAME_BYTES,
    commit(frames) {
      bufferedFrames += frames;
      for (let remaining = readyCount(); remaining > 0 && !sink.isFull(); ) {
        const count = Math.min(remaining, sink.room());
        interpolate({ whole: wholeFrame, fraction }, count, sink.at());
        sink.commit(count);
        const parts = fraction + count * stepPart;
        wholeFrame += count * step + Math.floor(parts / CLIP_RATE);
        fraction = parts % CLIP_RATE;
        remaining -= count;
      }
      const usedFrames = Math.min(bufferedFrames, wholeFrame - FRAMES_BEFORE);
      engine
        .bytes()
        .copyWithin(input, input + usedFrames * FRAME_BYTES, input + bufferedFrames * FRAME_BYTES);
      bufferedFrames -= usedFrames;
      wholeFrame -= usedFrames;
    },
    isFull: sink.isFull,
  };
}

/** What becomes of the converted frames. */
type Output =
  /** A clip's frames, 16 bits each, faded and dithered, as bytes. */
  | { kind: "clip"; onBytes: (bytes: Uint8Array) => void }
  /** Frames before fading and dithering: `count` of two floats each at address `at`. */
  | { kind: "frames"; onFrames: (at: number, count: number) => void };

/** A range of source frames, `to` excluded. */
export interface CutRange {
  from: number;
  to: number;
}

/** Two 32-bit numbers for the dither. */
export type Seed = readonly [low: number, high: number];

export interface ConverterOptions {
  format: WavFormat;
  sourceFrames: number;
  range: CutRange;
  seed: Seed;
  /** Applied to channels as they are folded down; 1 leaves their levels as they are. */
  gain?: number;
}

export interface Converter {
  /** The source frames to push: those of the range and some around it. */
  reads: CutRange;
  /** The bytes of those frames, in order, cut anywhere. */
  push(bytes: Uint8Array): void;
  end(): void;
  /** The largest value before rounding, where 1 is full scale. */
  peak(): number;
  /** Unusable samples of the range, which are silent instead. */
  unusable(): number;
}

/** Whether samples fit into 16 bits as they are. G.711's 14 bits do. */
function fits16Bits({ format, bitsPerSample }: WavFormat): boolean {
  const compandedFormats: SampleFormat[] = ["alaw", "mulaw"];
  return compandedFormats.includes(format) || (format === "pcm" && bitsPerSample <= 16);
}

export function clipFrameCount({ from, to }: CutRange, { sampleRate }: WavFormat): number {
  return clipFrames(to - from, sampleRate);
}

/** Capacity of stages without resampling. */
const BLOCK_FRAMES = 4096;

/**
 * Sets up the conversion of a stretch of a source to a clip's stereo frames at 44.1 kHz.
 */
export function createConverter(
  engine: Engine,
  { format, sourceFrames, range, seed, gain = 1 }: ConverterOptions,
  output: Output,
): Converter {
  engine.seed(seed[0], seed[1]);
  const plan = ratePlan(format.sampleRate);
  const frames = clipFrameCount(range, format);
  const cuts = { start: range.from > 0, end: range.to < sourceFrames };
  const isRequantized = plan !== undefined || format.channels > 2 || !fits16Bits(format);

  const interpolates = plan?.readFrom !== undefined;
  const padding = plan && resamplerPadding(plan.blocks, interpolates ? FRAMES_BEFORE : 0);
  const maxFrames = plan ? 2 * plan.blocks.newAdvance : BLOCK_FRAMES;
  const skip = padding && !interpolates ? padding.skip : 0;
  const capacity = interpolates ? BLOCK_FRAMES : maxFrames;
  const lastSink =
    output.kind === "clip"
      ? createFinisher(
          engine,
          { frames, skip, cut: cuts, requantised: isRequantized },
          capacity,
          output.onBytes,
        )
      : createFrameTap(engine, { frames, skip }, capacity, output.onFrames);
  let firstSink: FrameSink = lastSink;
  if (plan?.readFrom && padding)
    firstSink = createInterpolator(
      engine,
      { rate: plan.readFrom, skip: padding.skip, maxFrames },
      firstSink,
    );
  if (plan) firstSink = createBlockResampler(engine, plan.blocks, firstSink);
  const leadFrames = padding?.lead ?? 0;
  const reach = plan?.blocks.reach ?? 0;
  // Frames between the kernel's last tap and the frame it reads.
  const kernelFrames = interpolates
    ? Math.ceil((FRAMES_BEFORE * format.sampleRate) / CLIP_RATE) + 1
    : 0;
  const reads = {
    from: Math.max(0, range.from - leadFrames),
    to: Math.min(sourceFrames, range.to + reach + kernelFrames),
  };
  const countedRange = { from: range.from - reads.from, to: range.to - reads.from };
  const decoder = createFrameDecoder(engine, format, { gain, counted: countedRange }, firstSink);
  decoder.silence(leadFrames - countedRange.from);
  return {
    reads,
    push: decoder.push,
    end() {
      // Silence to fill the blocks that contain the clip's end.
      if (plan)
        decoder.silence(2 * (plan.blocks.size + plan.blocks.advance) + reach + kernelFrames);
      lastSink.end();
    },
    peak: engine.peak,
    unusable: decoder.unusable,
  };
}
