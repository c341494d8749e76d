import { expect, test } from "vitest";
import { mp3Bytes } from "../../../tests/fixtures/mp3";
import { wavBytes } from "../../../tests/fixtures/wav";
import { type Chunk, ds64Body, formatBody, riffBytes } from "../../../tests/fixtures/wav-chunks";
import { bytesReader, type RangeReader } from "./range-reader";
import { readWavHeader } from "./wav-header";

const FMT: Chunk = {
  id: "fmt ",
  body: formatBody({ tag: 1, channels: 2, sampleRate: 48_000, bits: 16 }),
};
const DATA: Chunk = { id: "data", body: new Uint8Array(400).fill(7) };
const filler = (id: string, bytes: number): Chunk => ({ id, body: new Uint8Array(bytes) });

function parse(file: Uint8Array) {
  return readWavHeader(bytesReader(file), file.length);
}

async function readWav(file: Uint8Array) {
  const result = await parse(file);
  if (!result.ok) throw new Error(`refused: ${result.reason}`);
  return result.wav;
}

async function reasonFor(file: Uint8Array) {
  const result = await parse(file);
  return result.ok ? "accepted" : result.reason;
}

function patchFile(file: Uint8Array, at: number, value: number): Uint8Array {
  const copy = file.slice();
  new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
}

test("reads a plain 24 bit stereo file", async () => {
  expect(await parse(wavBytes({ seconds: 0.5 }))).toEqual({
    ok: true,
    wav: {
      container: "RIFF",
      format: "pcm",
      extensible: false,
      channels: 2,
      sampleRate: 48_000,
      bitsPerSample: 24,
      validBits: 24,
      blockAlign: 6,
      dataOffset: 44,
      dataBytes: 144_000,
      frames: 24_000,
      seconds: 0.5,
      oddities: [],
    },
  });
});

test.each(["RF64", "BW64"] as const)("reads the true sizes of a %s file", async (container) => {
  const file = wavBytes({ seconds: 0.1, container, float: true, sampleRate: 96_000 });
  expect(await readWav(file)).toMatchObject({ container, format: "float", seconds: 0.1 });
});

test("does not take what follows the audio of an RF64 file for audio", async () => {
  const extra = { id: "LIST", body: new Uint8Array(600), position: "after-data" } as const;
  const file = wavBytes({ seconds: 0.1, container: "RF64", extraChunks: [extra] });
  expect(await readWav(file)).toMatchObject({ frames: 4800 });
});

test("walks past odd chunks of any kind in front of the audio", async () => {
  const extras = [filler("JUNK", 27), filler("bext", 603), filler("id3 ", 1), filler("LIST", 0)];
  const wav = await readWav(riffBytes([...extras, FMT, filler("cue ", 5), DATA]));
  expect(wav).toMatchObject({ dataOffset: 12 + 36 + 612 + 10 + 8 + 24 + 14 + 8, frames: 100 });
});

test("finds the format behind the audio", async () => {
  const odd: Chunk = { id: "data", body: new Uint8Array(401) };
  expect(await readWav(riffBytes([odd, filler("LIST", 9), FMT]))).toMatchObject({
    dataOffset: 20,
    dataBytes: 401,
    frames: 100,
  });
});

test("forgives missing bytes of padding, wherever they are missing", async () => {
  const odd = [filler("LIST", 5), filler("bext", 7), filler("cue ", 6), filler("id3 ", 3)];
  const unpaddedFile = (chunks: Chunk[]) =>
    new Uint8Array([
      ...riffBytes([]),
      ...chunks.flatMap(({ id, body }) => [
        ...riffBytes([{ id, body }]).subarray(12, 20 + body.length),
      ]),
    ]);
  expect(await readWav(unpaddedFile([...odd, FMT, DATA]))).toMatchObject({ frames: 100 });
  expect(await readWav(unpaddedFile([FMT, ...odd, DATA]))).toMatchObject({ frames: 100 });
  const oddData: Chunk = { id: "data", body: new Uint8Array(401) };
  expect(await readWav(unpaddedFile([oddData, ...odd, FMT]))).toMatchObject({ frames: 100 });
});

test("passes over a byte of padding that does not belong there", async () => {
  const even = riffBytes([filler("LIST", 6), FMT, DATA]);
  const paddedFile = new Uint8Array([...even.subarray(0, 26), 0, ...even.subarray(26)]);
  expect(await readWav(paddedFile)).toMatchObject({ frames: 100 });
});

test("calls a file whose chunks do not follow each other damaged, not cut short", async () => {
  const file = riffBytes([filler("LIST", 40), FMT, DATA]);
  const shiftedFile = patchFile(file, 16, 13).fill(0xee, 33, 60);
  expect(await reasonFor(shiftedFile)).toBe("malformed");
});

test.each([0, 0xffffffff, 0xffffffff - 36, 0x7fffffff, 0x7ffff000])(
  "takes a streamed data size of %i as the rest of the file",
  async (size) => {
    const wavFile = wavBytes({ seconds: 0.25, statedDataBytes: size });
    const streamedFile = patchFile(wavFile, 4, size);
    expect(await readWav(streamedFile)).toMatchObject({ dataBytes: 72_000, seconds: 0.25 });
  },
);

test("takes a header written before a recording that was never finished", async () => {
  const unfinishedFile = patchFile(wavBytes({ seconds: 0.25, statedDataBytes: 0 }), 4, 36);
  expect(await readWav(unfinishedFile)).toMatchObject({ seconds: 0.25 });
});

test("takes an RF64 stream whose sizes were never filled in", async () => {
  const file = riffBytes([{ id: "ds64", body: ds64Body(0, 0, 0) }, FMT, DATA], "RF64");
  const open = patchFile(file, file.length - 404, 0xffffffff);
  expect(await readWav(open)).toMatchObject({ container: "RF64", dataBytes: 400 });
});

test("takes an RF64 stream whose sizes are all ones", async () => {
  const sizes: Chunk = { id: "ds64", body: new Uint8Array(28).fill(0xff) };
  const file = riffBytes([sizes, FMT, DATA], "BW64");
  const open = patchFile(file, file.length - 404, 0xffffffff);
  expect(await readWav(open)).toMatchObject({ container: "BW64", dataBytes: 400 });
});

test("ignores 64 bit sizes in a plain RIFF file", async () => {
  const file = riffBytes([{ id: "ds64", body: ds64Body(100, 40, 10) }, FMT, DATA]);
  const streamedFile = patchFile(file, file.length - 404, 0xffffffff);
  expect(await readWav(streamedFile)).toMatchObject({ dataBytes: 400 });
});

test("keeps the first format and the first audio where a file has several", async () => {
  const other = formatBody({ tag: 1, channels: 1, sampleRate: 8000, bits: 8 });
  const second: Chunk = { id: "fmt ", body: other };
  expect(await readWav(riffBytes([FMT, second, DATA]))).toMatchObject({ channels: 2 });
  const twice = riffBytes([DATA, filler("data", 40), FMT]);
  expect(await readWav(twice)).toMatchObject({ dataOffset: 20, dataBytes: 400 });
});

test("knows empty audio with chunks behind it from a stream", async () => {
  expect(await reasonFor(riffBytes([FMT, filler("data", 0), filler("LIST", 40)]))).toBe("no-audio");
});

test("names what is wrong with a file", async () => {
  expect(await reasonFor(new Uint8Array(0))).toBe("empty");
  expect(await reasonFor(mp3Bytes())).toBe("not-wav");
  expect(await reasonFor(new TextEncoder().encode("RIFF"))).toBe("not-wav");
  expect(await reasonFor(riffBytes([FMT, DATA], "RIFX"))).toBe("big-endian");
  expect(await reasonFor(riffBytes([FMT, DATA], "LIST"))).toBe("not-wav");
  expect(await reasonFor(riffBytes([]))).toBe("no-format");
  expect(await reasonFor(riffBytes([DATA]))).toBe("no-format");
  expect(await reasonFor(riffBytes([FMT]))).toBe("no-audio");
  expect(await reasonFor(riffBytes([FMT, filler("data", 0)]))).toBe("no-audio");
  expect(await reasonFor(riffBytes([FMT, filler("data", 3)]))).toBe("no-audio");
  expect(await reasonFor(riffBytes([filler("fmt ", 14), DATA]))).toBe("malformed");
  const adpcm = formatBody({ tag: 2, channels: 1, sampleRate: 8000, bits: 4 });
  expect(await reasonFor(riffBytes([{ id: "fmt ", body: adpcm }, DATA]))).toBe(
    "unsupported-format",
  );
});

test("calls a file truncated wherever it is cut between its header and its last sample", async () => {
  const file = riffBytes([filler("bext", 50), FMT, filler("data", 80), filler("LIST", 20)]);
  const lastSample = file.length - 28;
  const few = 64;
  for (let length = 12; length < lastSample - few; length++) {
    expect(await reasonFor(file.subarray(0, length)), `cut at ${length}`).toBe("truncated");
  }
  for (let length = lastSample - few; length <= file.length; length++) {
    expect(await reasonFor(file.subarray(0, length)), `cut at ${length}`).toBe("accepted");
  }
});

test("calls a cut RF64 file truncated however huge its sizes are", async () => {
  const sizes: Chunk = { id: "ds64", body: ds64Body(2 ** 53, 2 ** 52, 1) };
  const file = riffBytes([sizes, FMT, DATA], "RF64");
  expect(await reasonFor(patchFile(file, file.length - 404, 0xffffffff))).toBe("truncated");
});

function countedReader(file: Uint8Array) {
  let calls = 0;
  let bytes = 0;
  const readRange: RangeReader = async (offset, length) => {
    calls += 1;
    bytes += length;
    return file.subarray(offset, offset + length);
  };
  return { read: readRange, counts: () => ({ calls, bytes }) };
}

test("reads one window of a large file, and a second one only for a format behind the audio", async () => {
  const large: Chunk = { id: "data", body: new Uint8Array(3_000_000) };
  for (const [chunks, calls] of [
    [[filler("bext", 602), FMT, large], 1],
    [[large, FMT], 2],
  ] as const) {
    const file = riffBytes([...chunks]);
    const { read, counts } = countedReader(file);
    expect((await readWavHeader(read, file.length)).ok).toBe(true);
    expect(counts().calls).toBe(calls);
    expect(counts().bytes).toBeLessThanOrEqual(calls * 65_536);
  }
});

test("gives up on endless chunks instead of walking them", async () => {
  const empties = Array.from({ length: 20_000 }, () => filler("JUNK", 0));
  expect(await reasonFor(riffBytes([...empties, FMT, DATA]))).toBe("malformed");
  expect(await reasonFor(riffBytes([...empties.slice(0, 9000), FMT, DATA]))).toBe("accepted");
});

test("limits the range reads of a file made to need many", async () => {
  const hop = 70_000;
  const header = riffBytes([filler("JUNK", 0)]);
  let calls = 0;
  const hostile: RangeReader = async (offset, length) => {
    calls += 1;
    if (offset === 0) return patchFile(header, 16, hop);
    const bytes = new Uint8Array(length);
    bytes.set(new TextEncoder().encode("JUNK"));
    new DataView(bytes.buffer).setUint32(4, hop, true);
    return bytes;
  };
  expect(await readWavHeader(hostile, 200 * 1024 * 1024)).toEqual({
    ok: false,
    reason: "malformed",
  });
  expect(calls).toBeLessThanOrEqual(64);
});

test("passes on the error of a failing source", async () => {
  const failing: RangeReader = () => Promise.reject(new Error("storage is away"));
  await expect(readWavHeader(failing, 1000)).rejects.toThrow("storage is away");
});
