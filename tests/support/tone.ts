import type { WavFormat } from "~/media/wav-format";
import type { Track } from "./convert-clip";

/** A signal: the value at a time in seconds, of a channel. */
export type Signal = (seconds: number, channel: number) => number;

/** A track of 64-bit floats. */
export function floatTrack(
  sampleRate: number,
  frames: number,
  signal: Signal,
  channels = 2,
): Track {
  const values = new Float64Array(frames * channels);
  for (let i = 0; i < values.length; i++)
    values[i] = signal(Math.floor(i / channels) / sampleRate, i % channels);
  const format: WavFormat = {
    format: "float",
    extensible: false,
    channels,
    sampleRate,
    bitsPerSample: 64,
    validBits: 64,
    blockAlign: 8 * channels,
  };
  return { format, bytes: new Uint8Array(values.buffer) };
}

export const toneSignal =
  (hertz: number, level = 1): Signal =>
  (seconds) =>
    level * Math.sin(2 * Math.PI * hertz * seconds);

/**
 * A tone in a recording by least squares: its level, and all that is not it (noise and distortion)
 * under the tone, in dB. What is within `edge` samples of the ends is left out.
 */
export function measureTone(
  samples: ArrayLike<number>,
  hertz: number,
  { rate = 44_100, edge = 4_410 } = {},
) {
  let [cc, ss, cs, yc, ys, count] = [0, 0, 0, 0, 0, 0];
  const angle = (2 * Math.PI * hertz) / rate;
  for (let i = edge; i < samples.length - edge; i++) {
    const [c, s, y] = [Math.cos(angle * i), Math.sin(angle * i), samples[i] ?? 0];
    cc += c * c;
    ss += s * s;
    cs += c * s;
    yc += y * c;
    ys += y * s;
    count += 1;
  }
  const determinant = cc * ss - cs * cs;
  const a = (yc * ss - ys * cs) / determinant;
  const b = (ys * cc - yc * cs) / determinant;
  let rest = 0;
  for (let i = edge; i < samples.length - edge; i++)
    rest += ((samples[i] ?? 0) - a * Math.cos(angle * i) - b * Math.sin(angle * i)) ** 2;
  const level = Math.hypot(a, b);
  return { level, rest: 10 * Math.log10(rest / count / (level ** 2 / 2)) };
}

/** The level of everything in a recording, in dB under a sine of full scale. */
export function soundLevel(samples: ArrayLike<number>, edge = 4_410): number {
  let sum = 0;
  let count = 0;
  for (let i = edge; i < samples.length - edge; i++, count++) sum += (samples[i] ?? 0) ** 2;
  return 10 * Math.log10((2 * sum) / count + 1e-40);
}
