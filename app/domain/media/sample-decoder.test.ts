import fc from "fast-check";
import { expect, test } from "vitest";
import { formatBody } from "../../../tests/fixtures/wav-chunks";
import { BLOCK_FRAMES, createSampleDecoder } from "./sample-decoder";
import { parseFormat, type WavFormat } from "./wav-format";

function createFormat(tag: number, bits: number, channels: number): WavFormat {
  const body = formatBody({ tag, bits, channels, sampleRate: 48_000 });
  const format = parseFormat(new DataView(body.buffer));
  if (typeof format === "string") throw new Error(format);
  return format;
}

/** Decodes bytes cut at the given places; returns the sizes of the blocks and all samples. */
function decode(format: WavFormat, bytes: Uint8Array, cuts: number[] = [], channels?: number) {
  const blocks: number[] = [];
  const sound: number[][] = Array.from({ length: channels ?? format.channels }, () => []);
  const take = (planes: readonly Float64Array[], frames: number) => {
    blocks.push(frames);
    for (const [channel, plane] of planes.entries()) {
      for (const value of plane.subarray(0, frames)) sound[channel]?.push(value);
    }
  };
  const decoder = createSampleDecoder(format, take, channels === undefined ? {} : { channels });
  let from = 0;
  for (const end of [...cuts, bytes.length].sort((first, second) => first - second)) {
    decoder.push(bytes.subarray(from, end));
    from = end;
  }
  decoder.end();
  return { blocks, sound, unusable: decoder.unusable() };
}

const kind = fc.constantFrom(
  ...([
    [1, 8],
    [1, 16],
    [1, 20],
    [1, 24],
    [1, 32],
    [3, 32],
    [3, 64],
    [6, 8],
    [7, 8],
  ] as const),
);

test("gives the same samples wherever the bytes are cut, also inside a sample", () => {
  fc.assert(
    fc.property(
      kind,
      fc.integer({ min: 1, max: 9 }),
      fc.uint8Array({ maxLength: 400 }),
      fc.array(fc.nat(400), { maxLength: 12 }),
      ([tag, bits], channels, bytes, cuts) => {
        const format = createFormat(tag, bits, channels);
        const inside = cuts.map((end) => Math.min(end, bytes.length));
        const whole = decode(format, bytes);
        expect(decode(format, bytes, inside)).toEqual(whole);
        expect(whole.sound[0]?.length).toBe(Math.floor(bytes.length / format.blockAlign));
      },
    ),
    { numRuns: 500 },
  );
});

test("emits full blocks and the rest, whatever the size of the pieces", () => {
  const bytes = new Uint8Array((2 * BLOCK_FRAMES + 10) * 4 + 3).fill(1);
  const blocks = [BLOCK_FRAMES, BLOCK_FRAMES, 10];
  const format = createFormat(1, 16, 2);
  expect(decode(format, bytes).blocks).toEqual(blocks);
  const cuts = Array.from({ length: 1000 }, (_, index) => index * 33);
  expect(decode(format, bytes, cuts).blocks).toEqual(blocks);
});

test("emits nothing without audio", () => {
  expect(decode(createFormat(1, 16, 2), new Uint8Array(3))).toMatchObject({
    blocks: [],
    unusable: 0,
  });
});

test("keeps channels apart, and decodes only the first ones where asked to", () => {
  const format = createFormat(1, 8, 3);
  const bytes = Uint8Array.of(128, 192, 64, 0, 128, 192);
  expect(decode(format, bytes).sound).toEqual([
    [0, -1],
    [0.5, 0],
    [-0.5, 0.5],
  ]);
  expect(decode(format, bytes, [2], 1).sound).toEqual([[0, -1]]);
});

test("skips the ninth and further channels by default", () => {
  const format = createFormat(1, 8, 300);
  let planes = 0;
  const decoder = createSampleDecoder(format, (channels) => {
    planes = channels.length;
  });
  decoder.push(new Uint8Array(900));
  decoder.end();
  expect(planes).toBe(8);
});

test("reads samples of 20 bits at the top of their three bytes", () => {
  const format = createFormat(1, 20, 1);
  expect(decode(format, Uint8Array.of(0xf0, 0xff, 0x7f, 0, 0, 0xc0)).sound).toEqual([
    [1 - 2 ** -19, -0.5],
  ]);
});
