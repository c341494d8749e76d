import fc from "fast-check";
import { expect, test } from "vitest";
import { wavBytes } from "../../../tests/fixtures/wav";
import { type Chunk, formatBody, riffBytes } from "../../../tests/fixtures/wav-chunks";
import { bytesReader } from "./range-reader";
import { readWavHeader } from "./wav-header";

const parse = (file: Uint8Array) => readWavHeader(bytesReader(file), file.length);

const otherChunk: fc.Arbitrary<Chunk> = fc.record({
  id: fc.constantFrom("LIST", "bext", "JUNK", "id3 ", "cue ", "smpl", "ds64", "\0\0\0\0"),
  body: fc.uint8Array({ maxLength: 90 }),
});

const format = fc.record({
  layout: fc.constantFrom(
    { tag: 1, bits: 8 },
    { tag: 1, bits: 16 },
    { tag: 1, bits: 24 },
    { tag: 1, bits: 32 },
    { tag: 3, bits: 32 },
    { tag: 3, bits: 64 },
    { tag: 6, bits: 8 },
    { tag: 7, bits: 8 },
  ),
  channels: fc.integer({ min: 1, max: 8 }),
  sampleRate: fc.integer({ min: 1_000, max: 768_000 }),
  extensible: fc.boolean(),
});

test("chunks in any order give the same format and the right place of the audio", async () => {
  await fc.assert(
    fc.asyncProperty(
      format,
      fc.array(otherChunk, { maxLength: 6 }),
      fc.integer({ min: 1, max: 50 }),
      fc.infiniteStream(fc.nat()),
      async ({ layout, channels, sampleRate, extensible }, others, frames, order) => {
        const body = formatBody({ ...layout, channels, sampleRate, extensible });
        const blockAlign = (channels * layout.bits) / 8;
        const audio = new Uint8Array(frames * blockAlign).fill(0xa5);
        const chunks = shuffle(
          [{ id: "fmt ", body }, { id: "data", body: audio }, ...others],
          order,
        );
        const file = riffBytes(chunks);
        const result = await parse(file);
        expect(result).toMatchObject({
          ok: true,
          wav: { channels, sampleRate, extensible, blockAlign, frames, dataBytes: audio.length },
        });
        if (!result.ok) return;
        const { dataOffset, dataBytes } = result.wav;
        expect(file.subarray(dataOffset, dataOffset + dataBytes)).toEqual(audio);
      },
    ),
    { numRuns: 300 },
  );
});

function shuffle<T>(items: T[], order: Iterator<number>): T[] {
  return items
    .map((item) => ({ item, key: order.next().value ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

test("random bytes, bare or behind a WAVE start, are refused or read within the file", async () => {
  const starts = ["", "RIFF\xff\xff\xff\xffWAVE", "RF64\xff\xff\xff\xffWAVEds64\x1c\0\0\0"];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.uint8Array({ maxLength: 300 }),
      async (start, rest) => {
        const head = Uint8Array.from(start, (letter) => letter.charCodeAt(0));
        await expectSound(new Uint8Array([...head, ...rest]));
      },
    ),
    { numRuns: 500 },
  );
});

test("a real file with any few bytes changed is refused or read within the file", async () => {
  const extra = { id: "LIST", body: new Uint8Array(11), position: "before-fmt" } as const;
  const files = (["RIFF", "RF64"] as const).map((container) =>
    wavBytes({ bytes: 600, container, extensible: true, extraChunks: [extra] }),
  );
  const change = fc.tuple(fc.nat(160), fc.constantFrom(0, 1, 0x7f, 0x80, 0xfe, 0xff));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      fc.nat(700),
      async (file, changes, cutLength) => {
        const damagedFile = file.slice(0, file.length - (cutLength > 600 ? cutLength - 600 : 0));
        for (const [at, value] of changes) damagedFile[at] = value;
        await expectSound(damagedFile);
      },
    ),
    { numRuns: 1000 },
  );
});

async function expectSound(file: Uint8Array) {
  const result = await parse(file);
  if (!result.ok) return;
  const { dataOffset, dataBytes, frames, blockAlign, seconds, channels } = result.wav;
  expect(dataOffset + dataBytes).toBeLessThanOrEqual(file.length);
  expect(frames).toBeGreaterThan(0);
  expect(frames * blockAlign).toBeLessThanOrEqual(dataBytes);
  expect(channels).toBeGreaterThan(0);
  expect(Number.isFinite(seconds) && seconds > 0).toBe(true);
}
