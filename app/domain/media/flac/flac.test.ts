import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deepRuns } from "../../../../tests/support/deep-runs";
import { flacModules, smoothSamples } from "../../../../tests/support/flac";
import { DamagedStreamError, openDecoder } from "./decoder";
import { createDecoderPool, MAX_OPEN_DECODERS } from "./decoder-pool";
import { ENCODER_STEP_BYTES, openEncoder } from "./encoder";
import { frameBytes, type PcmFormat } from "./flac-stream";
import { LAYOUT, openLibFlac } from "./libflac";

const codec = openLibFlac(flacModules);
const RATES = [1_000, 8_000, 11_025, 22_050, 44_100, 47_999, 48_000, 65_535, 88_200, 96_000];
const HIGH_RATES = [176_400, 192_000, 352_800, 384_000, 655_350];
const formats = fc.record({
  sampleRate: fc.constantFrom(...RATES, ...HIGH_RATES),
  channels: fc.integer({ min: 1, max: 8 }),
  bits: fc.constantFrom<PcmFormat["bits"]>(8, 16, 24),
});

function encode(bytes: Uint8Array, format: PcmFormat): Uint8Array<ArrayBuffer> {
  // More than the samples themselves: noise is kept whole, too.
  const encoder = openEncoder(codec, format, 4, bytes.length * 2 + 20_000);
  if (!encoder) throw new Error("This format is not taken.");
  const step = ENCODER_STEP_BYTES - (ENCODER_STEP_BYTES % frameBytes(format));
  for (let at = 0; at < bytes.length; at += step) encoder.encode(bytes.subarray(at, at + step));
  const stream = encoder.finish();
  encoder.close();
  if (!stream) throw new Error("The stream has no room.");
  return stream;
}

/** Decodes what comes in chunks. @throws DamagedStreamError */
function decode(stream: Uint8Array, format: PcmFormat, chunk = 5_000, isCut = false): Buffer {
  const decoder = openDecoder(codec, format);
  const frames: Uint8Array[] = [];
  try {
    for (let at = 0; at < stream.length; at += chunk)
      for (const frame of decoder.decode(stream.subarray(at, at + chunk)))
        frames.push(frame.slice());
    for (const frame of decoder.finish(isCut)) frames.push(frame.slice());
  } finally {
    decoder.close();
  }
  return Buffer.concat(frames);
}

/** Samples of a kind: sound, noise, silence, full scale, or with 4 bits that carry nothing. */
function samplesOf(kind: string, format: PcmFormat, frames: number, seed: number): Uint8Array {
  const bytes = smoothSamples(format, frames * frameBytes(format), seed);
  if (kind === "silence") return bytes.fill(format.bits === 8 ? 128 : 0);
  if (kind === "full scale") return bytes.map((_, index) => (index % 7 < 3 ? 0xff : 0x80));
  if (kind === "noise") {
    let state = seed;
    return bytes.map(() => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state >>> 24;
    });
  }
  if (kind === "wasted bits") {
    const sampleBytes = format.bits / 8;
    return bytes.map((byte, index) => (index % sampleBytes === 0 ? byte & 0xf0 : byte));
  }
  return bytes;
}

test("samples of every size, rate and number of channels come back byte for byte", () => {
  const kinds = fc.constantFrom("sound", "noise", "silence", "full scale", "wasted bits");
  const property = fc.property(
    ...([formats, kinds, fc.integer({ min: 1, max: 9_000 }), fc.nat()] as const),
    (format, kind, frames, seed) => {
      const samples = samplesOf(kind, format, frames, seed);
      expect(decode(encode(samples, format), format).equals(samples)).toBe(true);
    },
  );
  fc.assert(property, { numRuns: deepRuns(60, 3_000) });
});

const CD: PcmFormat = { sampleRate: 44_100, channels: 2, bits: 16 };
const sound = smoothSamples(CD, 400_000);
const stream = encode(sound, CD);

test("of a stream that is cut anywhere, what came is decoded, and never less than all but two frames", () => {
  const cuts = fc.property(
    fc.nat(stream.length),
    fc.integer({ min: 1, max: 70_000 }),
    (end, chunk) => {
      const decoded = decode(stream.subarray(0, end), CD, chunk, true);
      expect(decoded.equals(sound.subarray(0, decoded.length))).toBe(true);
      const share = (end / stream.length) * sound.length;
      expect(decoded.length).toBeGreaterThan(share - 2 * 4096 * frameBytes(CD));
    },
  );
  fc.assert(cuts, { numRuns: deepRuns(40, 1_000) });
});

test("before a stream ends all but its last frames are decoded", () => {
  const decoder = openDecoder(codec, CD);
  let bytes = 0;
  for (const frame of decoder.decode(stream)) bytes += frame.length;
  decoder.close();
  expect(bytes).toBeGreaterThan(sound.length * 0.8);
});

test("a damaged stream is refused as such, and gives no wrong sample before", () => {
  const damages = fc.property(
    fc.array(fc.record({ at: fc.nat(stream.length - 1), value: fc.nat(255) }), { minLength: 1 }),
    (changes) => {
      const damaged = stream.slice();
      for (const { at, value } of changes) damaged[at] = value;
      let decoded: Buffer;
      try {
        decoded = decode(damaged, CD);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedStreamError);
        return;
      }
      // Changes of what is only told about the stream, such as its hash, which is not kept.
      expect(decoded.equals(sound)).toBe(true);
    },
  );
  fc.assert(damages, { numRuns: deepRuns(200, 20_000) });
});

test("any bytes after a right header are refused as damaged, or make no sample", () => {
  const garbage = fc.property(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), (bytes) => {
    const forged = Buffer.concat([stream.subarray(0, 42), bytes]);
    let samples: number | undefined;
    try {
      samples = decode(forged, CD).length;
    } catch (error) {
      expect(error).toBeInstanceOf(DamagedStreamError);
    }
    // libFLAC may take bytes of 255 alone for a frame that has only begun.
    expect(bytes.every((byte) => byte === 255) ? [0, undefined] : [undefined]).toContain(samples);
  });
  const found = [1, 2, 3].map((length): [Uint8Array<ArrayBuffer>] => [
    new Uint8Array(length).fill(255),
  ]);
  fc.assert(garbage, { numRuns: deepRuns(200, 20_000), examples: found });
});

test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Uint8Array]>([
  ["nothing", () => new Uint8Array(0)],
  ["half a header", (bytes) => bytes.subarray(0, 20)],
  ["a header alone that says more metadata follows", (bytes) => bytes.with(4, 0)],
  ["a block of metadata of 16 MB", (bytes) => bytes.with(5, 0xff)],
  ["blocks of 65,535 frames", (bytes) => bytes.with(8, 0xff).with(10, 0xff)],
  ["another rate", (bytes) => bytes.with(18, 0x0b)],
  ["another number of channels", (bytes) => bytes.with(20, (bytes[20] ?? 0) ^ 2)],
  ["a length that it states", (bytes) => bytes.with(25, 9)],
  [
    "a tag before it",
    (bytes) => Buffer.concat([Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f"), bytes]),
  ],
  ["half its last frame", (bytes) => bytes.subarray(0, -9)],
  ["a byte behind it", (bytes) => Buffer.concat([bytes, Buffer.of(1)])],
  ["another stream behind it", (bytes) => Buffer.concat([bytes, bytes])],
])("a stream with %s is refused", (_, forge) => {
  expect(() => decode(forge(stream), CD)).toThrow(DamagedStreamError);
});

test("a stream of another format than was said is refused", () => {
  const others = [
    { ...CD, bits: 24 },
    { ...CD, channels: 1 },
    { ...CD, sampleRate: 48_000 },
  ] as const;
  for (const other of others) expect(() => decode(stream, other)).toThrow(DamagedStreamError);
});

test("frames of another format behind a right header are refused", () => {
  const mono = encode(smoothSamples({ ...CD, channels: 1 }, 50_000), { ...CD, channels: 1 });
  const forged = Buffer.concat([stream.subarray(0, 42), mono.subarray(42)]);
  expect(() => decode(forged, CD)).toThrow(DamagedStreamError);
});

test("short frames are refused, since each costs time; only the last one may be short", () => {
  const short = encode(smoothSamples(CD, 400), CD);
  expect(decode(short, CD).length).toBe(400);
  const frame = short.subarray(42);
  expect(() => decode(Buffer.concat([short, frame]), CD)).toThrow(DamagedStreamError);
  expect(() => decode(Buffer.concat([stream, frame, frame]), CD)).toThrow(DamagedStreamError);
});

test("streams in turn share a decoder's memory; after a damaged one there is a new one", () => {
  const pool = createDecoderPool(flacModules);
  const drain = (bytes: Uint8Array) => {
    const decoder = pool.open(CD);
    if (!decoder) throw new Error("Too many are open.");
    try {
      return [...decoder.decode(bytes), ...decoder.finish(false)].length;
    } finally {
      decoder.close();
    }
  };
  for (let round = 0; round < 300; round++) expect(drain(stream)).toBeGreaterThan(0);
  for (let round = 0; round < 20; round++) expect(() => drain(sound)).toThrow(DamagedStreamError);
  expect(drain(stream)).toBeGreaterThan(0);
});

test("decoders of the widest format have room beside each other, and no more are opened than that", () => {
  const format: PcmFormat = { sampleRate: 655_350, channels: 8, bits: 24 };
  const sound = new Uint8Array(4_608 * 2 * frameBytes(format)).map((_, index) => index * 31);
  const stream = encode(sound, format);
  const pool = createDecoderPool(flacModules);
  const open = Array.from({ length: MAX_OPEN_DECODERS }, () => pool.open(format));
  expect(pool.open(format)).toBeUndefined();
  const outputs = open.map((decoder) => {
    const decoded: Uint8Array[] = [];
    for (const frame of decoder?.decode(stream) ?? []) decoded.push(frame.slice());
    return decoded;
  });
  for (const [index, decoder] of open.entries()) {
    for (const frame of decoder?.finish(false) ?? []) outputs[index]?.push(frame.slice());
    expect(Buffer.concat(outputs[index] ?? []).equals(sound)).toBe(true);
  }
  for (const decoder of open) decoder?.close();
  expect(pool.open(format)).toBeDefined();
});

test("an instance is laid out as the library's own script lays it out", () => {
  const script = readFileSync(
    createRequire(import.meta.url).resolve("libflacjs/dist/libflac.wasm.js"),
    "utf8",
  );
  expect(script).toContain(`DYNAMIC_BASE = ${LAYOUT.heapStart}`);
  expect(script).toContain(`DYNAMICTOP_PTR = ${LAYOUT.heapTopAt}`);
  expect(script).toContain(`|| ${LAYOUT.pages * 65_536};`);
  expect(script).toMatch(new RegExp(`'initial': ${LAYOUT.table},`));
});
