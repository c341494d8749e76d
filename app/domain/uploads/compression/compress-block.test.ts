import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { openDecoder } from "~/domain/media/flac/decoder";
import { frameBytes, type PcmFormat } from "~/domain/media/flac/flac-stream";
import { openLibFlac } from "~/domain/media/flac/libflac";
import { bytesReader } from "~/domain/media/range-reader";
import { readWavHeader } from "~/domain/media/wav-header";
import { wavBytes } from "../../../../tests/fixtures/wav";
import { deepRuns } from "../../../../tests/support/deep-runs";
import { compressForTest, flacModules, smoothSamples } from "../../../../tests/support/flac";
import { decodeBlock } from "../receiving/decode-block.server";
import { blockQuerySchema, MAX_BLOCK_BYTES } from "./block";
import { compressBlock } from "./compress-block";
import { compressibleFormat } from "./pcm-format";
import { widenSamples } from "./wide-samples";

const codec = openLibFlac(flacModules);

/** What the site makes of a compressed piece, by its query and body. */
function unpack(query: string, body: Uint8Array, chunk = 10_000): Buffer {
  const facts = v.parse(blockQuerySchema, Object.fromEntries(new URLSearchParams(query)));
  const flac = openDecoder(codec, facts);
  const decoder = decodeBlock(facts, flac);
  const bytes: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += chunk)
    for (const part of decoder.decode(body.subarray(at, at + chunk))) bytes.push(part.slice());
  for (const part of decoder.finish(false)) bytes.push(part.slice());
  flac.close();
  return Buffer.concat(bytes);
}

const formats = fc.record<PcmFormat>({
  sampleRate: fc.constantFrom(22_050, 44_100, 48_000, 96_000, 192_000),
  channels: fc.constantFrom(1, 2, 6),
  bits: fc.constantFrom<PcmFormat["bits"]>(8, 16, 24),
});

test("any stretch of a file comes back byte for byte, with its header and what follows the sound", () => {
  const stretches = fc.asyncProperty(
    ...([
      formats,
      fc.nat(130),
      fc.nat(99),
      fc.nat(150_000),
      fc.integer({ min: 60_000, max: 200_000 }),
    ] as const),
    async (format, dataOffset, trailing, offset, length) => {
      const head = Buffer.alloc(dataOffset, "RIFF");
      const tail = Buffer.alloc(trailing, "LIST");
      const file = Buffer.concat([head, smoothSamples(format, 260_000), tail]);
      const range = { offset, length: Math.min(length, file.length - offset) };
      const { body, query } = await compressForTest(file, format, dataOffset, range);
      expect(body.length).toBeLessThan(range.length);
      expect(unpack(query, body).equals(file.subarray(offset, offset + range.length))).toBe(true);
    },
  );
  return fc.assert(stretches, { numRuns: deepRuns(40, 2_000) });
});

test.each(["int32", "float32"] as const)(
  "any stretch of a file whose samples of %s hold 24 bits comes back byte for byte",
  async (wide) => {
    const format = { sampleRate: 48_000, channels: 2, bits: 24, wide } as const;
    const samples = smoothSamples(format, 240_000);
    const file = widenSamples(samples, { kind: wide, shift: wide === "int32" ? 8 : 23 });
    for (const [offset, length] of [
      [0, 200_000],
      [3, 100_001],
      [64_001, file.length - 64_001],
    ] as const) {
      const { body, query } = await compressForTest(file, format, 0, { offset, length });
      expect(body.length).toBeLessThan(length * 0.7);
      expect(unpack(query, body).equals(file.subarray(offset, offset + length))).toBe(true);
    }
    // One sample with more than 24 bits keeps its whole stretch from being compressed.
    file[100_001] = 0xff;
    file[100_000] = 0x0f;
    const range = { offset: 0, length: 200_000 };
    await expect(compressForTest(file, format, 0, range)).rejects.toThrow();
  },
);

const CD: PcmFormat = { sampleRate: 44_100, channels: 2, bits: 16 };

test("what does not shrink goes as it is: noise, less than a frame, and bytes that are no more there", async () => {
  const noise = crypto.getRandomValues(new Uint8Array(60_000));
  const compress = (file: Uint8Array, offset: number, length: number) =>
    compressBlock(
      codec,
      { format: CD, dataOffset: 44, readRange: bytesReader(file) },
      { offset, length },
      async () => undefined,
    );
  expect(await compress(noise, 0, noise.length)).toBeUndefined();
  const sound = smoothSamples(CD, 60_000);
  expect(await compress(sound, 45, 3)).toBeUndefined();
  expect(await compress(sound, 0, 60_001)).toBeUndefined();
  expect(await compress(sound, 0, 60_000)).toBeDefined();
});

test("the work can be ended between its steps", async () => {
  const source = { format: CD, dataOffset: 0, readRange: bytesReader(smoothSamples(CD, 900_000)) };
  let steps = 0;
  const pause = async () => {
    steps += 1;
    if (steps === 3) throw new Error("No more");
  };
  const range = { offset: 0, length: 900_000 };
  await expect(compressBlock(codec, source, range, pause)).rejects.toThrow("No more");
  expect(steps).toBe(3);
});

test.each([
  { size: MAX_BLOCK_BYTES + 1 },
  { size: 0 },
  { size: "1e3" },
  { prefix: 9_000 },
  { prefix: -1 },
  { rate: 0 },
  { rate: 700_000 },
  { channels: 0 },
  { channels: 9 },
  { bits: 32 },
  { bits: 20 },
  { kind: "mp3" },
  { wide: "float64", bits: 24 },
  { wide: "float32", bits: 16 },
  { wide: "float32", bits: 24, shift: 61 },
])("a block of %o is refused by its query", (change) => {
  const right = { kind: "flac", size: 9_000, prefix: 0, rate: 44_100, channels: 2, bits: 16 };
  const texts = (facts: object) =>
    Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]));
  expect(v.safeParse(blockQuerySchema, texts(right)).success).toBe(true);
  expect(v.safeParse(blockQuerySchema, texts({ ...right, ...change })).success).toBe(false);
});

test("samples of up to 24 bits and those of 32 are compressed; long floats and G.711 are not", async () => {
  const header = await readWavHeader(bytesReader(wavBytes({ totalBytes: 5_000 })), 5_000);
  if (!header.ok) throw new Error(header.reason);
  const { wav } = header;
  expect(compressibleFormat(wav)).toMatchObject({
    sampleRate: wav.sampleRate,
    bits: wav.bitsPerSample,
  });
  expect(compressibleFormat({ ...wav, bitsPerSample: 32 })?.wide).toBe("int32");
  expect(compressibleFormat({ ...wav, format: "float", bitsPerSample: 32 })?.wide).toBe("float32");
  for (const change of [
    { format: "float" as const, bitsPerSample: 64 },
    { format: "alaw" as const, bitsPerSample: 8 },
    { channels: 9 },
    { sampleRate: 768_000 },
    { sampleRate: 70_001 },
  ])
    expect(compressibleFormat({ ...wav, ...change })).toBeUndefined();
  expect(frameBytes({ sampleRate: 96_000, channels: 2, bits: 24 })).toBe(6);
});
