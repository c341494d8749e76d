import fc from "fast-check";
import { expect, test } from "vitest";
import { createLevelMeter } from "./level-meter";

function measureLevels(channels: number[][], blockLength = 1000) {
  const meter = createLevelMeter(channels.length);
  const frames = channels[0]?.length ?? 0;
  for (let from = 0; from < frames; from += blockLength) {
    const blocks = channels.map((channel) =>
      Float64Array.from(channel.slice(from, from + blockLength)),
    );
    meter.push(blocks, blocks[0]?.length ?? 0);
  }
  return meter.end();
}

test("finds where sound begins and ends, in whichever channel", () => {
  const early = [0, 0, 0.5, 0, 0, 0];
  const late = [0, 0, 0, 0, -0.5, 0.0005];
  for (const channels of [
    [early, late],
    [late, early],
  ]) {
    const sounding = measureLevels(channels);
    expect(sounding.span).toEqual({ first: 2, last: 4 });
    expect(sounding.peaks).toEqual([0.5, 0.5]);
  }
});

test("knows silence, dither included", () => {
  expect(measureLevels([[0, 0.0001, -0.0002]]).span).toBeUndefined();
});

test("counts floats over full scale and finds the first; full scale itself is not over", () => {
  const sounding = measureLevels([
    [1, -1, 1.2, 0],
    [0, 1.0001, 0, -3],
  ]);
  expect(sounding.over).toEqual({ samples: 3, first: 1 });
  expect(measureLevels([[1, -1]]).over).toEqual({ samples: 0 });
});

test("knows channels that are the same, dithered apart or not, and never calls one channel that", () => {
  expect(
    measureLevels([
      [0.5, -0.2],
      [0.5, -0.2],
    ]).same,
  ).toBe(true);
  expect(
    measureLevels([
      [0.5, -0.2],
      [0.5 + 3 / 32_768, -0.2],
    ]).same,
  ).toBe(true);
  expect(
    measureLevels([
      [0.5, -0.2],
      [0.5, -0.21],
    ]).same,
  ).toBe(false);
  expect(
    measureLevels([
      [0.5, -0.2],
      [0.5, -0.2],
      [0.5, 0.2],
    ]).same,
  ).toBe(false);
  expect(measureLevels([[0.5]]).same).toBe(false);
});

test("the findings do not depend on how the blocks are cut", () => {
  const samples = fc.array(fc.constantFrom(0, 0.0005, 0.001, -0.5, 1.5), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(
      samples,
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      (one, blockLength, turned) => {
        const channels = [one, turned ? one.map((value) => -value) : one];
        expect(measureLevels(channels, blockLength)).toEqual(measureLevels(channels));
      },
    ),
  );
});
