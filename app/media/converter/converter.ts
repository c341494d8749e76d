import type { SampleFormat, WavFormat } from "~/media/wav-format";
import { FRAMES_BEFORE, readBetween } from "./between-frames";
import { blockResampler, surroundings } from "./block-resampler";
import type { Engine } from "./engine";
import { finisher } from "./finish";
import { frameDecoder } from "./frame-decoder";
import { type FrameSink, frameTap } from "./frame-sink";
import { CLIP_RATE, clipFrames, ratePlan } from "./rate-plan";

/** What becomes of the converted frames. */
export type Output =
  /** A clip's frames, 16 bits each, faded and dithered, as bytes. */
  | { kind: "clip"; hand: (bytes: Uint8Array) => void }
  /** The frames before all that: `count` of two floats each at `at` in the engine's memory. */
  | { kind: "frames"; take: (at: number, count: number) => void };

/** What is cut from a source, in its frames: from `from` up to, not including, `to`. */
export interface CutRange {
  from: number;
  to: number;
}

/** Two numbers of 32 bits that the dither begins with. */
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
  /** The frames of the source to be pushed: those of the range, and some of its surroundings. */
  reads: CutRange;
  /** The bytes of those frames, in order, cut anywhere. */
  push(bytes: Uint8Array): void;
  end(): void;
  /** The largest value before rounding, where 1 is full scale. */
  peak(): number;
  /** Samples of the range that were no usable number and are silent instead. */
  unusable(): number;
}

/** Whether samples fit into 16 bits as they are. G.711's 14 bits do. */
function fits16Bits({ format, bitsPerSample }: WavFormat): boolean {
  const companded: SampleFormat[] = ["alaw", "mulaw"];
  return companded.includes(format) || (format === "pcm" && bitsPerSample <= 16);
}

/** Frames that a clip of this range has. */
export function framesOf({ from, to }: CutRange, { sampleRate }: WavFormat): number {
  return clipFrames(to - from, sampleRate);
}

/** Room for what other stages hand over, where nothing is resampled. */
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
  const cut = { start: range.from > 0, end: range.to < sourceFrames };
  const requantised = plan !== undefined || format.channels > 2 || !fits16Bits(format);

  const reading = plan?.readFrom !== undefined;
  const around = plan && surroundings(plan.blocks, reading ? FRAMES_BEFORE : 0);
  const most = plan ? 2 * plan.blocks.newAdvance : PORTION;
  const skip = around && !reading ? around.skip : 0;
  const room = reading ? PORTION : most;
  const end =
    output.kind === "clip"
      ? finisher(engine, { frames, skip, cut, requantised }, room, output.hand)
      : frameTap(engine, { frames, skip }, room, output.take);
  let first: FrameSink = end;
  if (plan?.readFrom && around)
    first = readBetween(engine, { rate: plan.readFrom, skip: around.skip, most }, first);
  if (plan) first = blockResampler(engine, plan.blocks, first);
  const lead = around?.lead ?? 0;
  const reach = plan?.blocks.reach ?? 0;
  // What lies between the kernel's last tap and the frame it reads.
  const beyond = reading ? Math.ceil((FRAMES_BEFORE * format.sampleRate) / CLIP_RATE) + 1 : 0;
  const reads = {
    from: Math.max(0, range.from - lead),
    to: Math.min(sourceFrames, range.to + reach + beyond),
  };
  const counted = { from: range.from - reads.from, to: range.to - reads.from };
  const decoder = frameDecoder(engine, format, { gain, counted }, first);
  decoder.silence(lead - counted.from);
  return {
    reads,
    push: decoder.push,
    end() {
      // Silence until the blocks that hold the clip's end are full.
      if (plan) decoder.silence(2 * (plan.blocks.size + plan.blocks.advance) + reach + beyond);
      end.end();
    },
    peak: engine.peak,
    unusable: decoder.unusable,
  };
}
