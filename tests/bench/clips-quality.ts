import { formatBody, riffBytes } from "../fixtures/wav-chunks";
import { convertClip, convertToFloats, type Track } from "../support/clip-release";
import {
  floatTrack,
  measureTone,
  type Signal,
  soundLevel,
  toneSignal,
} from "../support/test-files";
import { table } from "./figures";
import { soxSamples } from "./sox";
import { atLeast, atMost } from "./verdict";

/** The sample rates that clips are converted from. */
export const RATES = [48_000, 88_200, 96_000, 176_400, 192_000];
const GOALS = {
  distortion: -145,
  alias: -140,
  ripple: 0.002,
  edge: 20_500,
  whole: -92,
  apart: 0.5,
};

/** Converts a track to 44.1 kHz. */
interface Converter {
  name: string;
  floats: (track: Track) => Promise<Float64Array>;
  convert: (track: Track) => Promise<Float64Array>;
}

function toWav({ format, bytes }: Track): Uint8Array {
  const { channels, sampleRate, bitsPerSample: bits } = format;
  const body = formatBody({ tag: 3, channels, sampleRate, bits });
  return riffBytes([
    { id: "fmt ", body },
    { id: "data", body: bytes },
  ]);
}

const ownConverter: Converter = {
  name: "portal",
  floats: async (track) => convertToFloats(track),
  convert: async (track) =>
    Float64Array.from(convertClip(track).samples, (value) => value / 32_768).filter(
      (_, i) => i % 2 === 0,
    ),
};
const sox: Converter = {
  name: "sox -v",
  floats: (track) => soxSamples(toWav(track), ["-e", "floating-point", "-b", "64"], ["rate", "-v"]),
  convert: (track) => soxSamples(toWav(track), ["-b", "16"], ["rate", "-v", "dither"]),
};

/** The level of a frequency in a filter's impulse response, in dB. */
function gainAt(answer: Float64Array, hertz: number, rate: number): number {
  let [re, im] = [0, 0];
  answer.forEach((value, i) => {
    re += value * Math.cos((2 * Math.PI * hertz * i) / 44_100);
    im += value * Math.sin((2 * Math.PI * hertz * i) / 44_100);
  });
  return 20 * Math.log10((Math.hypot(re, im) * rate) / 44_100 / 0.5);
}

/** Frequencies that a clip must not contain, up to the highest that `rate` can hold. */
function tooHigh(rate: number): number[] {
  const near = [22_060, 22_150, 22_400, 22_900, 23_700, 26_000, 30_000, 35_000, 44_000];
  return [...near, rate * 0.31, rate * 0.43, rate * 0.49].filter(
    (hertz) => hertz > 22_050 && hertz < rate / 2,
  );
}

async function measureQuality({ floats, convert }: Converter, rate: number) {
  const half = (signal: Signal) => floatTrack(rate, rate / 2, signal);
  const loud = half(toneSignal(1000, 10 ** (-1 / 20)));
  const distortion = measureTone(await floats(loud), 1000).rest;
  const roundedDistortion = measureTone(await convert(loud), 1000).rest;
  let alias = Number.NEGATIVE_INFINITY;
  for (const hertz of tooHigh(rate))
    alias = Math.max(alias, soundLevel(await floats(half(toneSignal(hertz)))));
  const place = rate / 4;
  const click = floatTrack(rate, rate / 2, (seconds) =>
    Math.round(seconds * rate) === place ? 0.5 : 0,
  );
  const answer = await floats(click);
  const gains = Array.from({ length: 200 }, (_, i) => gainAt(answer, 100 * (i + 1), rate));
  let edge = 20_000;
  while (gainAt(answer, edge + 10, rate) >= -0.1) edge += 10;
  return {
    distortion,
    alias,
    ripple: Math.max(...gains.map(Math.abs)),
    edge,
    whole: roundedDistortion,
  };
}

/** Whether clip lengths match sox, also those that are no whole number of frames. */
async function sameFrames(rate: number): Promise<boolean> {
  for (const frames of [rate, rate + 1, Math.round(rate * 0.37) + 1, 7_777]) {
    const track = floatTrack(rate, frames, toneSignal(440, 0.5));
    if ((await ownConverter.floats(track)).length !== (await sox.floats(track)).length)
      return false;
  }
  return true;
}

/** Formats a level; below -250 dB it counts as silence, which has no level. */
const level = (decibels: number) => (decibels < -250 ? "none" : decibels.toFixed(1));

/**
 * Measures what the converter does to tones, clicks and lengths, and compares it with sox.
 * @returns whether it meets its goals.
 */
export async function benchClipQuality(rates: readonly number[]): Promise<boolean> {
  console.log("clips, quality: float output, and 16 bits with dither; dB under the tone\n");
  const rows = [
    ["rate", "by", "THD+N", "worst alias", "ripple to 20k", "-0.1 dB at", "THD+N 16 bit", "frames"],
  ];
  const qualities: Awaited<ReturnType<typeof measureQuality>>[] = [];
  let maxDifference = 0;
  let frames = true;
  for (const rate of rates) {
    const ownQuality = await measureQuality(ownConverter, rate);
    const other = await measureQuality(sox, rate);
    const same = await sameFrames(rate);
    qualities.push(ownQuality);
    // A better value counts as a difference too: it means that dither is missing from the noise.
    maxDifference = Math.max(maxDifference, Math.abs(ownQuality.whole - other.whole));
    frames &&= same;
    for (const [{ name }, quality] of [[ownConverter, ownQuality] as const, [sox, other] as const])
      rows.push([
        ...[
          String(rate),
          name,
          level(quality.distortion),
          level(quality.alias),
          quality.ripple.toFixed(5),
        ],
        ...[String(quality.edge), quality.whole.toFixed(2), same ? "same" : "differ"],
      ]);
  }
  console.log(`${table(rows)}\n`);
  const worst = (figure: (quality: (typeof qualities)[number]) => number) =>
    Math.max(...qualities.map(figure));
  const distortion = worst((quality) => quality.distortion);
  const alias = worst((quality) => quality.alias);
  const ripple = worst((quality) => quality.ripple);
  const edge = Math.min(...qualities.map((quality) => quality.edge));
  const whole = worst((quality) => quality.whole);
  return [
    atMost("THD+N of 1 kHz at -1 dBFS", distortion, GOALS.distortion, `${level(distortion)} dB`),
    atMost("Any tone above 22.05 kHz", alias, GOALS.alias, `${level(alias)} dB`),
    atMost("Ripple to 20 kHz", ripple, GOALS.ripple, `${ripple.toFixed(5)} dB`),
    atLeast("-0.1 dB point", edge, GOALS.edge, `${edge} Hz`),
    atMost("THD+N in 16 bits", whole, GOALS.whole, `${whole.toFixed(2)} dB`),
    atMost(
      "THD+N in 16 bits apart from sox's",
      maxDifference,
      GOALS.apart,
      `${maxDifference.toFixed(2)} dB`,
    ),
    atLeast("Frame counts equal to sox's", Number(frames), 1, frames ? "all" : "not all"),
  ].every(Boolean);
}
