import { expect, test } from "vitest";
import { type Chunk, ds64Body, formatBody, riffBytes } from "../../../tests/fixtures/wav-chunks";
import { bytesReader } from "./range-reader";
import { readWavHeader } from "./wav-header";

const FIELDS = { tag: 1, channels: 2, sampleRate: 48_000, bits: 16 };
const FMT: Chunk = { id: "fmt ", body: formatBody(FIELDS) };
const DATA: Chunk = { id: "data", body: new Uint8Array(400).fill(0x81) };
const LIST: Chunk = { id: "LIST", body: new Uint8Array(40) };

/** The bytes of audio, or the refusal. */
async function read(file: Uint8Array): Promise<number | string> {
  const result = await readWavHeader(bytesReader(file), file.length);
  return result.ok ? result.wav.dataBytes : result.reason;
}

function withSize(file: Uint8Array, at: number, size: number): Uint8Array {
  const copy = file.slice();
  new DataView(copy.buffer).setUint32(at, size, true);
  return copy;
}

const FMT_SIZE = 16;
const DATA_SIZE = 12 + 8 + 16 + 4;
const plain = riffBytes([FMT, DATA, LIST]);

test.each([0, 1, 36, 100, plain.length, 0x7fffffff, 0xffffffff])(
  "ignores an outer size of %i where all of the audio is there",
  async (size) => {
    expect(await read(withSize(plain, 4, size))).toBe(400);
  },
);

test("ignores a chunk after the audio that states more than the file has", async () => {
  const listSize = DATA_SIZE + 4 + 400 + 4;
  expect(await read(withSize(plain, listSize, 100_000))).toBe(400);
});

test.each([
  [401, 401],
  [440, 440],
  [448, 448],
  [449, 448],
  [448 + 64, 448],
  [plain.length, 448],
  [448 + 65, "truncated"],
  [100_000, "truncated"],
  [0x7ffeffff, "truncated"],
  [0x80000000, "truncated"],
  [0xfffeffff, "truncated"],
])(
  "believes a data size of %i as long as the file holds it, but for a few bytes",
  async (size, expectedResult) => {
    expect(await read(withSize(plain, DATA_SIZE, size))).toBe(expectedResult);
  },
);

test.each([1, 2, 8, 36, 44, 64])(
  "notes a data size %d bytes beyond the file",
  async (extraBytes) => {
    const file = withSize(riffBytes([FMT, DATA]), DATA_SIZE, 400 + extraBytes);
    const result = await readWavHeader(bytesReader(file), file.length);
    const oddities = ["data-size"];
    expect(result).toMatchObject({ ok: true, wav: { dataBytes: 400, frames: 100, oddities } });
  },
);

test.each([0, 8])("takes a data size that counts the header in, less %d", async (less) => {
  const junk: Chunk = { id: "JUNK", body: new Uint8Array(4_000) };
  const file = riffBytes([junk, FMT, DATA]);
  const resizedFile = withSize(file, file.length - 404, file.length - less);
  expect(await read(resizedFile)).toBe(400);
});

test("refuses a file whose format says it is longer than the file", async () => {
  expect(await read(withSize(plain, FMT_SIZE, 100_000))).toBe("truncated");
});

test("takes a data size of 0 as the rest of the file also where the outer size was filled in", async () => {
  const streamedFile = withSize(riffBytes([FMT, DATA]), DATA_SIZE, 0);
  expect(await read(streamedFile)).toBe(400);
  const quiet = riffBytes([FMT, { id: "data", body: new Uint8Array(400) }]);
  expect(await read(withSize(quiet, DATA_SIZE, 0))).toBe(400);
  const likeText = riffBytes([FMT, { id: "data", body: new Uint8Array(400).fill(0x61) }]);
  expect(await read(withSize(likeText, DATA_SIZE, 0))).toBe(400);
});

test("takes 2 GiB in both sizes as placeholders, as recorders write them", async () => {
  const recordedFile = withSize(riffBytes([FMT, DATA]), DATA_SIZE, 0x80000000);
  expect(await read(withSize(recordedFile, 4, 0x80000024))).toBe(400);
});

test("counts only whole frames of audio that ends inside one", async () => {
  const odd: Chunk = { id: "data", body: new Uint8Array(403) };
  const file = riffBytes([FMT, odd]);
  const result = await readWavHeader(bytesReader(file), file.length);
  expect(result).toMatchObject({ ok: true, wav: { frames: 100, dataBytes: 403 } });
});

test.each([16, 18, 20, 40])("reads a format of %i bytes", async (length) => {
  const body = new Uint8Array(length);
  body.set(FMT.body);
  expect(await read(riffBytes([{ id: "fmt ", body }, DATA]))).toBe(400);
});

test("reads RF64 whose table of 64 bit sizes is not the first chunk", async () => {
  const sizes: Chunk = { id: "ds64", body: ds64Body(0, 400, 100) };
  const file = riffBytes([LIST, FMT, sizes, DATA, LIST], "RF64");
  const open = withSize(file, file.length - 48 - 404, 0xffffffff);
  expect(await read(open)).toBe(400);
});

test("reads RF64 that states its data size in the usual place", async () => {
  const sizes: Chunk = { id: "ds64", body: ds64Body(0, 0, 0) };
  expect(await read(riffBytes([sizes, FMT, DATA, LIST], "RF64"))).toBe(400);
});
