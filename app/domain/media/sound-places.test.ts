import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { createPlacesMeter, soundPlacesSchema } from "./sound-places";

/** A tenth of a second is ten frames. */
const RATE = 100;

function measurePlaces(
  channels: number[][],
  { clips = [], blockLength = 1_000 }: { clips?: [number, number][]; blockLength?: number } = {},
) {
  const frames = channels[0]?.length ?? 0;
  const meter = createPlacesMeter({ frames, sampleRate: RATE }, 0.001);
  for (const [from, to] of clips) meter.clipped(from, to);
  for (let from = 0; from < frames; from += blockLength) {
    const blocks = channels.map((channel) =>
      Float64Array.from(channel.slice(from, from + blockLength)),
    );
    const peaks = blocks.map((block) => Math.max(0, ...block.map(Math.abs)));
    meter.push(blocks, blocks[0]?.length ?? 0, Float64Array.from(peaks));
  }
  return v.parse(soundPlacesSchema, meter.end());
}

const seconds = (length: number, level: number) =>
  Array.from({ length: length * RATE }, () => level);

test("silence of two seconds is found at both ends and in between, where no channel sounds", () => {
  const sound = [
    ...[...seconds(2, 0), ...seconds(1, 0.5), ...seconds(3.5, 0.0005)],
    ...[...seconds(1, -0.5), ...seconds(1.9, 0), ...seconds(1, 0.5), ...seconds(4, 0)],
  ];
  const silence = [
    [0, 2],
    [3, 6.5],
    [10.4, 14.4],
  ];
  expect(measurePlaces([sound])).toEqual({ clipping: [], silence });
  expect(measurePlaces([sound, sound.map(() => 0)]).silence).toEqual(silence);
  expect(measurePlaces([sound, sound.map(() => 0.5)]).silence).toEqual([]);
  expect(measurePlaces([seconds(5, 0)]).silence).toEqual([[0, 5]]);
});

test("runs of one place are one range, whatever their order and channel", () => {
  const clips: [number, number][] = [
    [205, 208],
    [11, 14],
    [18, 32],
    [15, 18],
  ];
  const places = measurePlaces([seconds(3, 0.5)], { clips });
  expect(places.clipping).toEqual([
    [0.1, 0.4],
    [2, 2.1],
  ]);
});

test("of more than twenty places the nearest are joined, and of silences the longest stay", () => {
  const clips = Array.from({ length: 30 }, (_, n): [number, number] => [n * 100, n * 100 + 3]);
  const near: [number, number] = [140, 143];
  const { clipping } = measurePlaces([seconds(31, 0.5)], { clips: [...clips.slice(0, 20), near] });
  expect(clipping).toHaveLength(20);
  expect(clipping[1]).toEqual([1, 1.5]);
  expect(measurePlaces([seconds(31, 0.5)], { clips }).clipping).toHaveLength(20);
  const pauses = Array.from({ length: 25 }, (_, n) => [
    ...seconds(0.5, 0.5),
    ...seconds(n === 3 ? 2 : 3, 0),
  ]);
  const { silence } = measurePlaces([pauses.flat()]);
  expect(silence).toHaveLength(20);
  expect(silence.every(([from, to]) => Math.round(to - from) === 3)).toBe(true);
});

test("a file that breaks off is silent no further than it came", () => {
  const meter = createPlacesMeter({ frames: 1_000, sampleRate: RATE }, 0.001);
  meter.push([new Float64Array(255)], 255, Float64Array.from([0]));
  expect(meter.end().silence).toEqual([[0, 2.55]]);
});

test("the places do not depend on how the blocks are cut", () => {
  const levels = fc.array(fc.constantFrom(0, 0, 0, 0.5), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(levels, fc.integer({ min: 1, max: 300 }), (cells, blockLength) => {
      const sound = cells.flatMap((level) => seconds(0.7, level));
      expect(measurePlaces([sound], { blockLength })).toEqual(measurePlaces([sound]));
    }),
  );
});
