import { describe, expect, test } from "vitest";
import { convertClip, convertToFloats, type Track } from "../../../../tests/support/clip-release";
import { deepCases } from "../../../../tests/support/deep-runs";
import { aLawTable, muLawTable } from "../g711";
import type { SampleFormat, WavFormat } from "../wav-format";
import { FADE_FRAMES } from "./finish";
import { foldDown } from "./fold-down";
import { CLIP_RATE } from "./rate-plan";

interface Kind {
  name: string;
  format: SampleFormat;
  bits: number;
  /** Tolerance of a sample, where 1 is full scale. */
  apart: number;
  write: (view: DataView, at: number, value: number) => void;
}

/** Encodes a value by the nearest entry of a G.711 table. */
function companding(table: ArrayLike<number>): Kind["write"] {
  const bytesByStep = new Map<number, number>();
  const nearest = (value: number) => {
    let best = 0;
    for (let byte = 1; byte < 256; byte++)
      if (Math.abs((table[byte] ?? 9) - value) < Math.abs((table[best] ?? 9) - value)) best = byte;
    return best;
  };
  return (view, at, value) => {
    const step = Math.round(value * 4_096);
    const byte = bytesByStep.get(step) ?? nearest(value);
    bytesByStep.set(step, byte);
    view.setUint8(at, byte);
  };
}

const KINDS: Kind[] = [
  {
    name: "8 bit",
    format: "pcm",
    bits: 8,
    apart: 1 / 128,
    write: (view, at, value) => view.setUint8(at, Math.round(value * 128) + 128),
  },
  {
    name: "16 bit",
    format: "pcm",
    bits: 16,
    apart: 0,
    write: (view, at, value) => view.setInt16(at, Math.round(value * 32_768), true),
  },
  {
    name: "24 bit",
    format: "pcm",
    bits: 24,
    apart: 0,
    write: (view, at, value) => {
      const whole = Math.round(value * 8_388_608);
      view.setUint16(at, whole & 0xffff, true);
      view.setInt8(at + 2, whole >> 16);
    },
  },
  {
    name: "32 bit",
    format: "pcm",
    bits: 32,
    apart: 0,
    write: (view, at, value) => view.setInt32(at, Math.round(value * 2_147_483_648), true),
  },
  {
    name: "32 bit float",
    format: "float",
    bits: 32,
    apart: 0,
    write: (view, at, value) => view.setFloat32(at, value, true),
  },
  {
    name: "64 bit float",
    format: "float",
    bits: 64,
    apart: 0,
    write: (view, at, value) => view.setFloat64(at, value, true),
  },
  { name: "A-law", format: "alaw", bits: 8, apart: 0.02, write: companding(aLawTable()) },
  { name: "mu-law", format: "mulaw", bits: 8, apart: 0.02, write: companding(muLawTable()) },
];
const RATES = [
  ...[8_000, 11_025, 22_050, 32_000, 44_056, 44_100, 47_952, 48_000],
  ...[88_200, 96_000, 100_003, 176_400, 192_000, 384_000],
];
const CUTS = [
  { start: true, end: true },
  { start: true, end: false },
  { start: false, end: true },
  { start: false, end: false },
];

/** Loud throughout and the same at any rate, so that missing level at an end is a fade. */
const sound = (seconds: number) => 0.3 + 0.1 * Math.sin(2 * Math.PI * 97 * seconds);

/** A fraction of a second of {@link sound}, the same in all channels. */
function track({ format, bits, write }: Kind, sampleRate: number, channels: number): Track {
  const blockAlign = (channels * bits) / 8;
  const frames = Math.round(sampleRate * 0.2);
  const bytes = new Uint8Array(frames * blockAlign);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < frames * channels; i++)
    write(view, (i * bits) / 8, sound(Math.floor(i / channels) / sampleRate));
  const header: WavFormat = {
    format,
    extensible: false,
    channels,
    sampleRate,
    bitsPerSample: bits,
    validBits: bits,
    blockAlign,
  };
  return { format: header, bytes };
}

/** The gain of the `index`th frame of a fade-in. */
const rising = (index: number) => 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / FADE_FRAMES);

/**
 * The largest difference at the clip's ends from the expected frames: faded where it cuts into the
 * track, unchanged at the track's own ends.
 */
function worstAtEnds(source: Track, fades: (typeof CUTS)[number]) {
  const { sampleRate, channels } = source.format;
  const all = source.bytes.length / source.format.blockAlign;
  const from = fades.start ? Math.round(sampleRate * 0.05) : 0;
  const to = fades.end ? Math.round(sampleRate * 0.15) : all;
  const full = foldDown({ channels }).reduce((sum, { left }) => sum + left, 0);
  const stretch = { from, to, gain: channels > 2 ? 1 / full : 1 };
  const { samples } = convertClip(source, stretch);
  const convertedSound = convertToFloats(source, stretch);
  const computedSound = (i: number) => sound(from / sampleRate + i / CLIP_RATE);
  const frames = convertedSound.length;
  expect(samples.length).toBe(frames * 2);
  let worst = 0;
  const compare = (i: number, expectedSample = 9) => {
    for (const sample of [samples[2 * i], samples[2 * i + 1]])
      worst = Math.max(worst, Math.abs((sample ?? 9e9) / 32_768 - expectedSample));
  };
  for (let i = 0; i < FADE_FRAMES + 50; i++) {
    const fade = i < FADE_FRAMES ? rising(i) : 1;
    const last = frames - 1 - i;
    compare(i, fades.start ? computedSound(i) * fade : convertedSound[i]);
    compare(last, fades.end ? computedSound(last) * fade : convertedSound[last]);
  }
  return worst;
}

/** Tolerance for rounding and dither in 16-bit steps. */
const ROUNDING = 2 / 32_768;

describe.each(KINDS)("$name", (kind) => {
  // Below, at, and above the clip's rate.
  test.each(deepCases(RATES, 3, 5, 9))(
    "at %d Hz both cuts into sound are faded over 5 ms",
    (rate) => {
      for (const channels of [1, 2])
        for (const fades of CUTS)
          expect(worstAtEnds(track(kind, rate, channels), fades)).toBeLessThan(
            kind.apart + ROUNDING,
          );
    },
    60_000,
  );

  test("of many channels too, at the clip's own rate and at others", () => {
    for (const channels of deepCases([3, 6, 17], 1))
      for (const rate of [44_100, 47_952])
        for (const fades of CUTS)
          expect(worstAtEnds(track(kind, rate, channels), fades)).toBeLessThan(
            kind.apart + ROUNDING,
          );
  }, 60_000);
});
