import { expect, test } from "vitest";
import { compiledConverter } from "../../../../tests/support/clip-release";
import { floatTrack, toneSignal } from "../../../../tests/support/test-files";
import { createConverter } from "./converter";
import { createEngine, type Engine } from "./engine";
import { clipFrames } from "./rate-plan";

/** An engine that counts the frames of its expensive functions. */
function counting() {
  const engine = createEngine(compiledConverter());
  const frameCounts = { unpacked: 0, read: 0, largest: 0 };
  const countingEngine: Engine = {
    ...engine,
    unpack(from, first, count, frames) {
      frameCounts.unpacked += 2 * count;
      frameCounts.largest = Math.max(frameCounts.largest, 2 * count);
      engine.unpack(from, first, count, frames);
    },
    interpolate(...order) {
      frameCounts.read += order[9];
      engine.interpolate(...order);
    },
  };
  return { engine: countingEngine, frameCounts };
}

function measureWork(rate: number, sourceFrames: number, range = { from: 0, to: sourceFrames }) {
  const { engine, frameCounts } = counting();
  const { format, bytes } = floatTrack(rate, sourceFrames, toneSignal(rate / 100, 0.5));
  let writtenFrames = 0;
  const onBytes = (part: Uint8Array) => {
    writtenFrames += part.length / 4;
  };
  const options = { format, sourceFrames, range, seed: [1, 2] as const };
  const converter = createConverter(engine, options, { kind: "clip", onBytes });
  const { from, to } = converter.reads;
  converter.push(bytes.subarray(from * format.blockAlign, to * format.blockAlign));
  converter.end();
  return { frameCounts, writtenFrames };
}

const RATES = [
  ...[1, 7, 441, 999, 1_000, 1_009, 3_000, 8_000, 22_050, 44_101, 47_952, 48_000, 96_000],
  ...[100_003, 192_000, 767_999, 768_000],
];

/** Frames that are read at once, at most. */
const PORTION = 5_000;

test.each(RATES)(
  "from %d Hz no more frames are computed than written, except for a block and a portion",
  (rate) => {
    for (const frames of [1, 61, 1_000]) {
      const { frameCounts, writtenFrames } = measureWork(rate, frames);
      expect(writtenFrames).toBe(clipFrames(frames, rate));
      expect(frameCounts.read).toBeLessThanOrEqual(writtenFrames + PORTION);
      const times =
        frameCounts.read > 0 ? (rate < 88_200 ? 4 : rate < 176_400 ? 2 : 1) * rate : 44_100;
      const neededFrames = (writtenFrames * times) / 44_100;
      expect(frameCounts.unpacked).toBeLessThanOrEqual(neededFrames + 2 * frameCounts.largest);
    }
  },
  60_000,
);

test("samples that are no numbers count in the clip only, not in what is read around it", () => {
  for (const rate of [44_100, 48_000, 47_952]) {
    const { format } = floatTrack(rate, 1, () => 0);
    const values = new Float64Array(2 * 30_000);
    for (const frame of [9_999, 10_000, 15_000, 19_999, 20_000]) values[2 * frame] = Number.NaN;
    const bytes = new Uint8Array(values.buffer);
    const engine = createEngine(compiledConverter());
    const range = { from: 10_000, to: 20_000 };
    const converter = createConverter(
      engine,
      { format, sourceFrames: 30_000, range, seed: [1, 2] },
      { kind: "clip", onBytes: () => {} },
    );
    const { from, to } = converter.reads;
    converter.push(bytes.subarray(from * 16, to * 16));
    converter.end();
    expect(converter.unusable()).toBe(3);
  }
});
