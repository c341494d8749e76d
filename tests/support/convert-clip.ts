import { readFileSync } from "node:fs";
import {
  type Converter,
  type ConverterOptions,
  openConverter,
  type Seed,
} from "~/media/converter/converter";
import { isClipFormat, openCopier } from "~/media/converter/copier";
import { openEngine } from "~/media/converter/engine";
import type { WavFormat } from "~/media/wav-format";
import { COMPILED_CONVERTER } from "../../workers/commands/clip-converter";

let module: WebAssembly.Module | undefined;

/** The converter as the jobs worker gets it. */
export function compiledConverter(): WebAssembly.Module {
  module ??= new WebAssembly.Module(readFileSync(COMPILED_CONVERTER));
  return module;
}

/** A track in memory: its format and the bytes of its frames. */
export interface Track {
  format: WavFormat;
  bytes: Uint8Array;
}

interface Cut {
  /** Frames of the track; all of them unless given. */
  from?: number;
  to?: number;
  seed?: Seed;
  gain?: number;
  /** Sizes of the pieces that the bytes come in, over and over. */
  pieces?: number[];
}

function optionsOf({ format, bytes }: Track, cut: Cut): ConverterOptions {
  const sourceFrames = Math.floor(bytes.length / format.blockAlign);
  const { from = 0, to = sourceFrames, seed = [1, 2], gain } = cut;
  return { format, sourceFrames, range: { from, to }, seed, gain };
}

function feed(converter: Converter, { format, bytes }: Track, pieces = [262_144]) {
  const { from, to } = converter.reads;
  const all = bytes.subarray(from * format.blockAlign, to * format.blockAlign);
  for (let at = 0, turn = 0; at < all.length; turn++) {
    const size = pieces[turn % pieces.length] ?? 1;
    converter.push(all.subarray(at, at + size));
    at += size;
  }
  converter.end();
}

/** A clip of a track: its samples, left and right in turn, as the job would store them. */
export function convertClip(track: Track, cut: Cut = {}) {
  const parts: Uint8Array[] = [];
  const hand = (bytes: Uint8Array) => void parts.push(bytes.slice());
  const engine = openEngine(compiledConverter());
  const options = optionsOf(track, cut);
  const converter = isClipFormat(track.format)
    ? openCopier(engine, options, hand)
    : openConverter(engine, options, { kind: "clip", hand });
  feed(converter, track, cut.pieces);
  const bytes = new Uint8Array(Buffer.concat(parts));
  return {
    bytes,
    samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2),
    peak: converter.peak(),
    unusable: converter.unusable(),
    memory: engine.bytes().length,
  };
}

/** The same before fades, dither and rounding: the left channel of every frame. */
export function convertToFloats(track: Track, cut: Cut = {}): Float64Array {
  const engine = openEngine(compiledConverter());
  const leftSamples: number[] = [];
  const take = (at: number, count: number) => {
    const frames = new Float64Array(engine.memory.buffer, at, count * 2);
    for (let i = 0; i < count; i++) leftSamples.push(frames[2 * i] ?? 0);
  };
  feed(openConverter(engine, optionsOf(track, cut), { kind: "frames", take }), track, cut.pieces);
  return Float64Array.from(leftSamples);
}
