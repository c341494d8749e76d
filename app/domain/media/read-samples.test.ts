import fc from "fast-check";
import { expect, test } from "vitest";
import { aLawTable, muLawTable } from "./g711";
import { sampleReader } from "./sample-decoder";
import type { WavFormat } from "./wav-format";

function read(format: WavFormat["format"], bitsPerSample: number, bytes: number[]) {
  const out = new Float64Array(bytes.length / (bitsPerSample / 8));
  const view = new DataView(Uint8Array.from(bytes).buffer);
  const reader = sampleReader({ format, bitsPerSample } as WavFormat);
  const unusable = reader(view, 0, bitsPerSample / 8, out, 0, out.length);
  return { samples: [...out], unusable };
}

/** The bytes of a whole number, lowest first. */
function littleEndian(value: number, bytes: number): number[] {
  const whole = BigInt.asUintN(8 * bytes, BigInt(value));
  return Array.from({ length: bytes }, (_, at) => Number((whole >> BigInt(8 * at)) & 0xffn));
}

test.each([16, 24, 32])("reads signed integers of %i bits", (bits) => {
  const full = 2 ** (bits - 1);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -full, max: full - 1 }), { minLength: 1 }), (values) => {
      const bytes = values.flatMap((value) => littleEndian(value, bits / 8));
      expect(read("pcm", bits, bytes).samples).toEqual(values.map((value) => value / full));
    }),
  );
});

test("reads unsigned integers of 8 bits, with silence at 128", () => {
  expect(read("pcm", 8, [128, 0, 255, 64]).samples).toEqual([0, -1, 127 / 128, -0.5]);
});

test.each([
  [32, Float32Array],
  [64, Float64Array],
] as const)("reads floats of %i bits as they are, also over full scale", (bits, Numbers) => {
  const values = Numbers.of(0, -1, 0.1, 1.5, -32_768, 1e-20);
  const result = read("float", bits, [...new Uint8Array(values.buffer)]);
  expect(result).toEqual({ samples: [...values], unusable: 0 });
});

test.each([
  [32, Float32Array],
  [64, Float64Array],
] as const)(
  "counts floats of %i bits that are no usable number and reads them as 0",
  (bits, Numbers) => {
    const { NaN: none, POSITIVE_INFINITY: high, NEGATIVE_INFINITY: low } = Number;
    const values = Numbers.of(0.5, none, high, low, 1e30, -0.5);
    const result = read("float", bits, [...new Uint8Array(values.buffer)]);
    expect(result).toEqual({ samples: [0.5, 0, 0, 0, 0, -0.5], unusable: 4 });
  },
);

test.each([
  ["alaw", 0xd5, 8],
  ["alaw", 0x55, -8],
  ["alaw", 0xaa, 32_256],
  ["alaw", 0x2a, -32_256],
  ["alaw", 0xc5, 264],
  ["mulaw", 0xff, 0],
  ["mulaw", 0x80, 32_124],
  ["mulaw", 0x00, -32_124],
  ["mulaw", 0xef, 132],
] as const)("reads the %s byte %i as %i of 32768", (format, byte, expectedSample) => {
  expect(read(format, 8, [byte]).samples[0]).toBeCloseTo(expectedSample / 32_768, 12);
});

test("both tables of G.711 are the same on either side of zero, and rise without a gap", () => {
  for (const table of [aLawTable(), muLawTable()]) {
    const rising = [...table].sort((first, second) => first - second);
    for (const [at, value] of rising.entries()) expect(value + (rising[255 - at] ?? 9)).toBe(0);
    const steps = rising.slice(1).map((value, at) => value - (rising[at] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(1024 / 32_768);
    expect(steps.filter((step) => step === 0).length).toBeLessThanOrEqual(1);
  }
});
