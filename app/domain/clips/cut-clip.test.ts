import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type WavOptions, wavBytes } from "../../../tests/fixtures/wav";
import { formatBody, riffBytes } from "../../../tests/fixtures/wav-chunks";
import { singleFileBucket } from "../../../tests/support/bucket-of";
import { compiledConverter } from "../../../tests/support/clip-release";
import {
  installDigestStream,
  installFixedLengthStream,
} from "../../../tests/support/digest-stream";
import { cutClip } from "./cut-clip.server";

beforeAll(() => {
  installDigestStream();
  installFixedLengthStream();
});

const KEY = "artists/ada/audio/Audio Clips/Tide - clip 1.wav";
const times = { startTime: "00:02", endTime: "00:04" };

function cutTestClip(bucket: ReturnType<typeof singleFileBucket>, overrides: object = {}) {
  const source = { ...bucket, key: "tide.wav", size: bucket.source.length };
  const renew = async () => {};
  return cutClip(compiledConverter(), {
    source,
    key: KEY,
    seed: [1, 2],
    renew,
    ...times,
    ...overrides,
  });
}

test.each([44_100, 48_000, 192_000])(
  "of %d Hz only the clip's stretch is read, and little around it, in large blocks",
  async (sampleRate) => {
    const wav = wavBytes({ seconds: 20, sampleRate, bits: 16 });
    const bucket = singleFileBucket(wav);
    expect((await cutTestClip(bucket)).ok).toBe(true);
    const [header, ...ranges] = bucket.ranges;
    expect(header).toEqual({ offset: 0, length: 65_536 });
    expect(ranges).toHaveLength(1);
    const [{ offset, length } = { offset: 0, length: 0 }] = ranges;
    const [from, to] = [2 * sampleRate * 4, 4 * sampleRate * 4].map((at) => at + 44);
    const margin = 4_000 * (sampleRate / 44_100) * 4;
    expect(offset).toBeLessThanOrEqual(from ?? 0);
    expect(offset + length).toBeGreaterThanOrEqual(to ?? 0);
    expect(length).toBeLessThan(2 * sampleRate * 4 + margin);
    const full = Math.floor(length / (256 * 1024));
    expect(bucket.blocks.slice(0, full)).toEqual(Array(full).fill(256 * 1024));
  },
);

const g711 = (tag: number) =>
  riffBytes([
    { id: "fmt ", body: formatBody({ tag, channels: 2, sampleRate: 8_000, bits: 8 }) },
    { id: "data", body: Uint8Array.from({ length: 80_000 }, (_, i) => (i * 7) % 256) },
  ]);
const createWav = (overrides: WavOptions) =>
  wavBytes({ seconds: 5, sampleRate: 48_000, ...overrides });

describe("every kind of WAV that uploads accept makes a clip, and the same one again", () => {
  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ["8 bit", createWav({ bits: 8 })],
    ["16 bit", createWav({ bits: 16 })],
    ["24 bit", createWav({ bits: 24 })],
    ["32 bit", createWav({ bits: 32 })],
    ["20 bit in 24", createWav({ bits: 24, extensible: true, validBits: 20 })],
    ["24 bit in 32", createWav({ bits: 32, extensible: true, validBits: 24 })],
    ["32 bit float", createWav({ float: true })],
    ["64 bit float", createWav({ float: true, bits: 64 })],
    ["RF64", createWav({ container: "RF64" })],
    ["BW64", createWav({ container: "BW64" })],
    ["a header that was left open", createWav({ statedDataBytes: 0xffffffff })],
    ["mono", createWav({ channels: 1 })],
    ["eight channels", createWav({ channels: 8, extensible: true })],
    ["8 kHz", createWav({ sampleRate: 8_000 })],
    ["384 kHz", createWav({ sampleRate: 384_000, bits: 16 })],
    ["A-law", g711(6)],
    ["mu-law", g711(7)],
  ])("%s", async (_, wav) => {
    const bucket = singleFileBucket(wav);
    const result = await cutTestClip(bucket);
    expect(result).toMatchObject({ ok: true, frames: 2 * 44_100, bytes: 44 + 2 * 44_100 * 4 });
    const clipBytes = bucket.stored.get(KEY) ?? new Uint8Array();
    const view = new DataView(clipBytes.buffer);
    expect(clipBytes.length).toBe(44 + 2 * 44_100 * 4);
    const [tag, channels] = [view.getUint16(20, true), view.getUint16(22, true)];
    const [rate, bits] = [view.getUint32(24, true), view.getUint16(34, true)];
    expect([tag, channels, rate, bits]).toEqual([1, 2, 44_100, 16]);
    expect(result.ok && result.sha256).toBe(createHash("sha256").update(clipBytes).digest("hex"));
    const samples = new Int16Array(clipBytes.buffer, 44);
    expect(samples.some((value) => Math.abs(value) > 100)).toBe(true);
    // Both ends are faded.
    const [first, last] = [samples.subarray(0, 2), samples.subarray(-2)];
    for (const value of [...first, ...last]) expect(Math.abs(value)).toBeLessThan(4);
    const secondBucket = singleFileBucket(wav);
    expect(await cutTestClip(secondBucket)).toEqual(result);
  });
});

test("a track whose header is wrong about its frames is cut as players play it, with a note", async () => {
  const right = createWav({ bits: 16 });
  const wrong = right.slice();
  wrong[32] = 1;
  const results = await Promise.all(
    [right, wrong].map((wav) => cutTestClip(singleFileBucket(wav))),
  );
  const [correctResult, misstatedResult] = results.map((result) =>
    result.ok ? result : undefined,
  );
  expect([correctResult?.note, misstatedResult?.note]).toEqual([
    "",
    expect.stringContaining("size of its frames"),
  ]);
  expect(misstatedResult?.sha256).toBe(correctResult?.sha256);
});

test("dither is of the clip's own seed, and of no other's", async () => {
  const wav = createWav({ bits: 24 });
  const hash = async (seed: [number, number]) => {
    const result = await cutTestClip(singleFileBucket(wav), { seed });
    return result.ok ? result.sha256 : "";
  };
  expect(await hash([1, 2])).toBe(await hash([1, 2]));
  expect(await hash([1, 2])).not.toBe(await hash([1, 3]));
});

describe("nothing is stored", () => {
  const wav = createWav({ bits: 24 });

  test("when the track goes between its header and its sound", async () => {
    const bucket = singleFileBucket(wav);
    const carrier = { ...bucket.carrier, read: async () => undefined, size: async () => undefined };
    const source = { carrier, key: "tide.wav", size: wav.length, read: bucket.read };
    const result = await cutTestClip(bucket, { source });
    expect(result).toMatchObject({ ok: false, reason: "source-gone" });
    expect(bucket.stored.size).toBe(0);
  });

  test("when storage ends the stretch early", async () => {
    const bucket = singleFileBucket(wav, { missing: 5_000 });
    await expect(cutTestClip(bucket)).rejects.toThrow("ended 5000 bytes early");
    expect(bucket.stored.size).toBe(0);
  });

  test("when storage takes no more", async () => {
    const bucket = singleFileBucket(wav);
    const put = async () => {
      throw new Error("R2 is away");
    };
    const source = { ...bucket, carrier: { ...bucket.carrier, put }, key: "tide.wav" };
    const order = { source: { ...source, size: wav.length } };
    await expect(cutTestClip(bucket, order)).rejects.toThrow("R2 is away");
  });

  test("when another worker has taken the job over", async () => {
    const bucket = singleFileBucket(createWav({ seconds: 10, bits: 32 }));
    let renewalsLeft = 2;
    const renew = async () => {
      renewalsLeft -= 1;
      if (renewalsLeft === 0) throw new Error("lost");
    };
    await expect(cutTestClip(bucket, { renew })).rejects.toThrow("lost");
    expect(bucket.stored.size).toBe(0);
  });
});

test.each([
  ["00:05", "00:30", "The clip starts at 00:05, after the end of the track at 00:05."],
  ["01:00", "01:30", "The clip starts at 01:00, after the end of the track at 00:05."],
])("a clip from %s to %s is past the end, which is said", async (startTime, endTime, text) => {
  const bucket = singleFileBucket(createWav({ bits: 16 }));
  const result = await cutTestClip(bucket, { startTime, endTime });
  expect(result).toEqual({ ok: false, reason: "no-such-stretch", text });
  expect(bucket.stored.size).toBe(0);
});

test("a file that is no WAV any more says so", async () => {
  const bucket = singleFileBucket(new Uint8Array(5_000));
  expect(await cutTestClip(bucket)).toMatchObject({ ok: false, reason: "not-wav" });
});
