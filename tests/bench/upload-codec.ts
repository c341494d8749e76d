import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { openDecoder } from "~/domain/media/flac/decoder";
import type { PcmFormat } from "~/domain/media/flac/flac-stream";
import { openLibFlac } from "~/domain/media/flac/libflac";
import { MAX_BLOCK_BYTES } from "~/domain/uploads/compression/block";
import { decodeBlock } from "~/domain/uploads/receiving/decode-block.server";
import { wavBytes } from "../fixtures/wav";
import { compressForTest, flacModules } from "../support/flac";
import { table } from "./figures";
import { atLeast, atMost } from "./verdict";

const MIB = 1024 * 1024;
const MIN_DECODE_SPEED = 60;
const MAX_REFUSAL_MS = 50;

/** What the work takes of one core, in milliseconds: other load on the machine counts little. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

type Block = Awaited<ReturnType<typeof compressForTest>>;

/** @returns whether the block is decoded. */
function decode({ body, facts }: Pick<Block, "body" | "facts">): boolean {
  const flac = openDecoder(codec, facts);
  const decoder = decodeBlock(facts, flac);
  try {
    for (let at = 0; at < body.length; at += 65_536)
      for (const _ of decoder.decode(body.subarray(at, at + 65_536)));
    for (const _ of decoder.finish(false));
    return true;
  } catch {
    return false;
  } finally {
    flac.close();
  }
}

const codec = openLibFlac(flacModules);
const soundStart = (file: Uint8Array) => Buffer.from(file.buffer).indexOf("data") + 8;
const speed = (bytes: number, ms: number) => bytes / 1e3 / ms;

/**
 * Measures the codec of uploads on one core: ratio by the length of blocks, speeds, and what a
 * damaged block costs.
 * @returns whether all goals are met.
 */
export async function benchCodec(bytes: number): Promise<boolean> {
  const rows: string[][] = [];
  let slowest = Number.POSITIVE_INFINITY;
  for (const bits of [16, 24] as const)
    for (const length of [MIB / 2, MIB, 2 * MIB]) {
      const format: PcmFormat = { sampleRate: 48_000, channels: 2, bits };
      const file = wavBytes({ ...format, totalBytes: bytes - (bytes % length) });
      const blocks: Block[] = [];
      const encoding = await cpuOf(async () => {
        for (let offset = 0; offset < file.length; offset += length)
          blocks.push(await compressForTest(file, format, soundStart(file), { offset, length }));
      });
      const decoding = await cpuOf(() => blocks.every(decode));
      const sent = blocks.reduce((sum, { body }) => sum + body.length, 0);
      slowest = Math.min(slowest, speed(file.length, decoding));
      rows.push([
        `${bits} bit, blocks of ${length / MIB} MiB`,
        (sent / file.length).toFixed(4),
        speed(file.length, encoding).toFixed(0),
        speed(file.length, decoding).toFixed(0),
      ]);
    }
  console.log(table([["sound", "of its bytes", "MB/s compressed", "MB/s unpacked"], ...rows]));
  const refusal = await damagedBlockMs();
  const gzip = gzipSync(readFileSync("public/workers/compress.js"), { level: 9 }).length;
  console.log(`The worker of a page: ${(gzip / 1024).toFixed(0)} KB of gzip.`);
  const isFast = atLeast(
    "Unpacking, MB/s of one core",
    slowest,
    MIN_DECODE_SPEED,
    slowest.toFixed(0),
  );
  const text = `${refusal.toFixed(0)} ms`;
  return atMost("A block that is wrong at its end", refusal, MAX_REFUSAL_MS, text) && isFast;
}

async function damagedBlockMs(): Promise<number> {
  const format: PcmFormat = { sampleRate: 48_000, channels: 2, bits: 24 };
  const file = wavBytes({ ...format, totalBytes: MAX_BLOCK_BYTES });
  const { body, facts } = await compressForTest(file, format, soundStart(file), {
    offset: 0,
    length: MAX_BLOCK_BYTES,
  });
  decode({ body, facts });
  const damaged = body.slice(0, -5);
  return cpuOf(() => decode({ body: damaged, facts }));
}
