import { expect, test } from "vitest";
import { BlockSource, type Compression } from "./blocks.client";

const KIB = 1024;
const FILE_BYTES = 5 * 1024 * KIB;
const MOST = FILE_BYTES;
const file = new Blob([new Uint8Array(FILE_BYTES)]);
const never = new AbortController().signal;
const rangeAt = (offset: number) => ({ part: 1, partStart: 0, offset, size: FILE_BYTES - offset });
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Blocks of the file, and what the compressor was asked for; half of every block is left. */
async function blocksWith({ rate = 100_000, pays = true, shrinks = true, cutLoads = 0 } = {}) {
  const asked: number[] = [];
  let loads = 0;
  let isClosed = false;
  const known = { rate: rate as number | undefined, isFast: true };
  const compression: Compression = {
    open: async () => ({
      async compress({ offset, length }) {
        if (loads <= cutLoads) return undefined;
        asked.push(offset);
        const body = new Blob([new Uint8Array(length / 2)]);
        return shrinks ? { body, size: length, query: `kind=flac&size=${length}` } : undefined;
      },
      speed: ++loads <= cutLoads ? undefined : 10_000_000,
      close() {
        isClosed = true;
      },
    }),
    // Without speeds it is asked whether this device compresses at all.
    pays: ({ encoderSpeed }) => pays && (encoderSpeed === undefined || known.isFast),
  };
  const blocks = new BlockSource(
    () => file,
    compression,
    () => known.rate,
    never,
  );
  return { blocks, asked, known, isClosed: () => isClosed, loads: () => loads };
}

test("the first requests go as they are, short, and wait for no compressor", async () => {
  const { blocks, known } = await blocksWith();
  expect(await blocks.take(rangeAt(0), MOST)).toEqual(blocks.raw(0, MOST));
  known.rate = undefined;
  expect(await blocks.take(rangeAt(0), MOST)).toEqual(blocks.raw(0, 128 * KIB));
  await settle();
  expect(await blocks.take(rangeAt(0), MOST)).toEqual(blocks.raw(0, 128 * KIB));
});

test("what the server is too busy to unpack goes raw, and is tried again later and later", async () => {
  const { blocks } = await blocksWith();
  await settle();
  const countRaw = async () => {
    blocks.sendRawForNow();
    for (let raw = 0; ; raw++) if ((await blocks.take(rangeAt(0), MOST)).query) return raw;
  };
  expect([await countRaw(), await countRaw(), await countRaw()]).toEqual([4, 8, 16]);
});

test("a compressor whose loading was cut is loaded again with a later request, and not in between", async () => {
  const { blocks, loads } = await blocksWith({ cutLoads: 2 });
  await settle();
  const requests = [];
  for (let request = 0; request < 3; request++) {
    expect(loads()).toBe(request + 1);
    requests.push(await blocks.take(rangeAt(0), MOST));
    await settle();
  }
  expect(requests.map(({ query }) => query !== undefined)).toEqual([false, false, true]);
});

test("a compressor that never loads is asked for ten times, and then everything goes raw", async () => {
  const { blocks, loads } = await blocksWith({ cutLoads: 99 });
  await settle();
  for (let request = 0; request < 20; request++) {
    expect((await blocks.take(rangeAt(0), MOST)).query).toBeUndefined();
    await settle();
  }
  expect(loads()).toBe(10);
  expect((await blocks.take(rangeAt(0), MOST)).size).toBe(MOST);
});

test("once the compressor is there a block goes compressed, and the next is ready before its turn", async () => {
  const { blocks, asked } = await blocksWith();
  await settle();
  const first = await blocks.take(rangeAt(0), MOST);
  expect(first).toMatchObject({ size: 1024 * KIB, query: `kind=flac&size=${1024 * KIB}` });
  expect(first.body.size).toBe(512 * KIB);
  blocks.prepare(rangeAt(1024 * KIB), MOST);
  const before = asked.length;
  expect((await blocks.take(rangeAt(1024 * KIB), MOST)).query).toBeDefined();
  expect(asked.length).toBe(before);
});

test("what does not shrink, or does not pay, goes as it is", async () => {
  for (const how of [{ shrinks: false }, { pays: false }]) {
    const { blocks } = await blocksWith(how);
    await settle();
    const block = await blocks.take(rangeAt(0), MOST);
    expect(block.query).toBeUndefined();
    expect(block.body.size).toBe(block.size);
  }
});

test("a compressor that was too slow is tried again every few requests, and used once it is fast enough", async () => {
  const { blocks, asked, known } = await blocksWith();
  await settle();
  known.isFast = false;
  asked.length = 0;
  for (let offset = 0; offset < 4; offset++) blocks.prepare(rangeAt(offset * KIB), MOST);
  expect(asked).toEqual([0, 3 * KIB]);
  expect((await blocks.take(rangeAt(3 * KIB), MOST)).query).toBeUndefined();
  known.isFast = true;
  expect((await blocks.take(rangeAt(3 * KIB), MOST)).query).toBeDefined();
  expect(asked).toEqual([0, 3 * KIB]);
});

test("where the link asks for short requests blocks are short", async () => {
  const { blocks } = await blocksWith();
  await settle();
  expect((await blocks.take(rangeAt(0), 16 * KIB)).size).toBe(64 * KIB);
});

test("what shrinks to half goes in blocks of twice the size, in whole steps, as long as it is taken", async () => {
  const { blocks } = await blocksWith();
  await settle();
  const first = await blocks.take(rangeAt(0), 160 * KIB);
  expect(first.size).toBe(160 * KIB);
  blocks.noteTaken(first);
  expect((await blocks.take(rangeAt(0), 160 * KIB)).size).toBe(320 * KIB);
  expect((await blocks.take(rangeAt(0), 155 * KIB)).size).toBe(304 * KIB);
  blocks.sendRawForNow();
  for (let raw = 0; raw < 4; raw++) await blocks.take(rangeAt(0), 160 * KIB);
  expect(await blocks.take(rangeAt(0), 160 * KIB)).toMatchObject({
    size: 160 * KIB,
    query: expect.any(String),
  });
});

test("after a refusal nothing is compressed any more", async () => {
  const { blocks, isClosed } = await blocksWith();
  await settle();
  blocks.stop();
  expect(isClosed()).toBe(true);
  expect((await blocks.take(rangeAt(0), MOST)).query).toBeUndefined();
});
