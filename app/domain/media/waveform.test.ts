import { expect, test } from "vitest";
import { createWaveformMeter, WAVEFORM_BARS } from "./waveform";

/** The waveform of a sound pushed in blocks of so many frames. */
function measureWaveform(channels: readonly Float64Array[], block = 4096) {
  const frames = channels[0]?.length ?? 0;
  const meter = createWaveformMeter(frames);
  for (let at = 0; at < frames; at += block) {
    const some = channels.map((samples) => samples.subarray(at, at + block));
    const peaks = some.map((samples) => Math.max(...samples.map(Math.abs)));
    meter.push(some, some[0]?.length ?? 0, Float64Array.from(peaks));
  }
  return meter.end();
}

/** A sound whose level rises linearly to full scale, alternating in sign. */
const rising = (frames: number) =>
  Float64Array.from({ length: frames }, (_, i) => (i % 2 === 0 ? 1 : -1) * ((i + 1) / frames));

test("the bars rise with the sound, in percents of full scale", () => {
  const bars = measureWaveform([rising(2_400_000)]);
  expect(bars).toHaveLength(WAVEFORM_BARS);
  expect(bars).toEqual(bars.toSorted((a, b) => a - b));
  expect([bars[0], bars[119], bars[239]]).toEqual([0, 50, 100]);
});

test.each([300, 4_096, 100_000])("of %i frames every one is in the bar of its place", (frames) => {
  const sound = new Float64Array(frames);
  const place = Math.floor(frames * 0.625);
  sound[place] = -0.5;
  const bars = measureWaveform([new Float64Array(frames), sound]);
  const bar = Math.floor((place * WAVEFORM_BARS) / frames);
  expect(bars.flatMap((level, at) => (level > 0 ? [[at, level]] : []))).toEqual([[bar, 50]]);
});

test("the bars do not depend on how the sound is cut into blocks", () => {
  const sound = [rising(50_001)];
  expect(measureWaveform(sound, 999)).toEqual(measureWaveform(sound, 50_001));
});

test("a sound of fewer frames than bars leaves no bar out of range", () => {
  expect(Math.max(...measureWaveform([rising(7)]))).toBe(100);
});

test("what is over full scale is shown as full, and what never came as silent", () => {
  const meter = createWaveformMeter(480);
  meter.push([Float64Array.from([1.5, 0])], 2, Float64Array.from([1.5]));
  expect(meter.end()).toEqual([100, ...Array.from({ length: 239 }, () => 0)]);
});
