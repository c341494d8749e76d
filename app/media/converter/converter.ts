import type { SampleFormat, WavFormat } from "~/media/wav-format";
import { blockResampler, resamplerPadding } from "./block-resampler";
import { type Engine, FRAME_BYTES } from "./engine";
import { finisher } from "./finish";
import { frameDecoder } from "./frame-decoder";
import { type FrameSink, frameTap } from "./frame-sink";
import { kernel } from "./kaiser";
import { CLIP_RATE, clipFrames, ratePlan } from "./rate-plan";

/** Taps on both sides: enough where three quarters of the spectrum are empty. */
const TAPS = 16;
/** Tabulated kernel positions between two frames. */
const PHASES = 4096;

/** Frames needed before the position. */
const FRAMES_BEFORE = TAPS / 2;

function writeTable(engine: Engine): number {
  const value = kernel({ pass: 1 / 8, stop: 7 / 8 }, TAPS / 2);
  const table = new Float64Array((PHASES + 1) * TAPS);
  for (let phase = 0; phase <= PHASES; phase++) {
    const row = table.subarray(phase * TAPS, (phase + 1) * TAPS);
    for (let k = 0; k < TAPS; k++) row[k] = value(k - (TAPS / 2 - 1) - phase / PHASES);
    // Each row sums to 1, so that a constant is unchanged.
    const sum = row.reduce((total, tap) => total + tap, 0);
    for (let k = 0; k < TAPS; k++) row[k] = (row[k] ?? 0) / sum;
  }
  return engine.floats(table);
}

/**
 * Interpolates the clip's frames between those of another rate, at exact positions for any ratio. Three
 * quarters of the
 * sound's spectrum must be empty.
 * @param options.skip frames before the one that belongs to the clip's first.
 * @param options.most frames handed over at once.
 */
function readBetween(
  engine: Engine,
  { rate, skip, most }: { rate: number; skip: number; most: number },
  to: FrameSink,
): FrameSink {
  const table = writeTable(engine);
  const capacity = most + 2 * TAPS;
  const input = engine.reserve(capacity * FRAME_BYTES);
  const [step, stepPart] = [Math.floor(rate / CLIP_RATE), rate % CLIP_RATE];
  let bufferedFrames = 0;
  let whole = skip;
  let part = 0;

  /** How many positions have all their frames. */
  function ready(): number {
    const last = bufferedFrames - 1 - TAPS / 2;
    if (whole > last) return 0;
    return Math.floor(((last - whole + 1) * CLIP_RATE - part - 1) / rate) + 1;
  }

  function read(from: { whole: number; part: number }, count: number, at: number) {
    engine.interpolate(
      input,
      table,
      TAPS,
      PHASES,
      from.whole,
      from.part,
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
    took(frames) {
      bufferedFrames += frames;
      for (let remaining = ready(); remaining > 0 && !to.full(); ) {
        const count = Math.min(remaining, to.room());
        read({ whole, part }, count, to.at());
        to.took(count);
        const parts = part + count * stepPart;
        whole += count * step + Math.floor(parts / CLIP_RATE);
        part = parts % CLIP_RATE;
        remaining -= count;
      }
      const usedFrames = Math.min(bufferedFrames, whole - FRAMES_BEFORE);
      engine
        .bytes()
        .copyWithin(input, input + usedFrames * FRAME_BYTES, input + bufferedFrames * FRAME_BYTES);
      bufferedFrames -= usedFrames;
      whole -= usedFrames;
    },
    full: to.full,
  };
}

/** What becomes of the converted frames. */
type Output =
  /** A clip's frames, 16 bits each, faded and dithered, as bytes. */
  | { kind: "clip"; hand: (bytes: Uint8Array) => void }
  /** Frames before fading and dithering: `count` of two floats each at address `at`. */
  | { kind: "frames"; take: (at: number, count: number) => void };

/** A range of source frames, `to` excluded. */
export interface CutRange {
  from: number;
  to: number;
}

/** Two 32-bit numbers for the dither. */
export type Seed = readonly [low: number, high: number];

export interface ConverterOptions {
  format: WavFormat;
  /** Frames of the whole source. */
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

export function framesOf({ from, to }: CutRange, { sampleRate }: WavFormat): number {
  return clipFrames(to - from, sampleRate);
}

/** Capacity of stages without resampling. */
const PORTION = 4096;

/**
 * Sets up the conversion of a stretch of a source to a clip's stereo frames at 44.1 kHz.
 */
export function openConverter(
  engine: Engine,
  { format, sourceFrames, range, seed, gain = 1 }: ConverterOptions,
  output: Output,
): Converter {
  engine.seed(seed[0], seed[1]);
  const plan = ratePlan(format.sampleRate);
  const frames = framesOf(range, format);
  const cuts = { start: range.from > 0, end: range.to < sourceFrames };
  const requantised = plan !== undefined || format.channels > 2 || !fits16Bits(format);

  const reading = plan?.readFrom !== undefined;
  const around = plan && resamplerPadding(plan.blocks, reading ? FRAMES_BEFORE : 0);
  const most = plan ? 2 * plan.blocks.newAdvance : PORTION;
  const skip = around && !reading ? around.skip : 0;
  const room = reading ? PORTION : most;
  const end =
    output.kind === "clip"
      ? finisher(engine, { frames, skip, cut: cuts, requantised }, room, output.hand)
      : frameTap(engine, { frames, skip }, room, output.take);
  let first: FrameSink = end;
  if (plan?.readFrom && around)
    first = readBetween(engine, { rate: plan.readFrom, skip: around.skip, most }, first);
  if (plan) first = blockResampler(engine, plan.blocks, first);
  const lead = around?.lead ?? 0;
  const reach = plan?.blocks.reach ?? 0;
  // Frames between the kernel's last tap and the frame it reads.
  const beyond = reading ? Math.ceil((FRAMES_BEFORE * format.sampleRate) / CLIP_RATE) + 1 : 0;
  const reads = {
    from: Math.max(0, range.from - lead),
    to: Math.min(sourceFrames, range.to + reach + beyond),
  };
  const countedRange = { from: range.from - reads.from, to: range.to - reads.from };
  const decoder = frameDecoder(engine, format, { gain, counted: countedRange }, first);
  decoder.silence(lead - countedRange.from);
  return {
    reads,
    push: decoder.push,
    end() {
      // Silence to fill the blocks that contain the clip's end.
      if (plan) decoder.silence(2 * (plan.blocks.size + plan.blocks.advance) + reach + beyond);
      end.end();
    },
    peak: engine.peak,
    unusable: decoder.unusable,
  };
}
