import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readOnce } from "./one-pass";

const MIB = 1024 * 1024;
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 997) bytes[at] = at % 255;
  return bytes;
}

function hasher() {
  let running = createHash("sha256");
  return {
    update: (bytes: Uint8Array) => void running.update(bytes),
    digest() {
      const digest = running.digest();
      running = createHash("sha256");
      return digest;
    },
  };
}

const listeners = (others: ((bytes: Uint8Array, at: number) => void)[] = []) => ({
  whole: hasher(),
  part: hasher(),
  others,
});

test("the hashes are those of the file and of its parts, whatever the sizes", async () => {
  const sizes = fc.integer({ min: 1, max: 4 * MIB });
  const parts = fc.integer({ min: 100_000, max: 3 * MIB });
  await fc.assert(
    fc.asyncProperty(sizes, parts, async (size, partSize) => {
      const bytes = bytesOf(size);
      const read = await readOnce(new Blob([bytes]), partSize, listeners(), () => {});
      expect(read.sha256).toBe(hash(bytes).toString("hex"));
      const wanted: string[] = [];
      for (let at = 0; at < size; at += partSize)
        wanted.push(hash(bytes.subarray(at, at + partSize)).toString("hex"));
      expect(read.partSha256).toEqual(wanted);
    }),
    { numRuns: 20 },
  );
});

test("every listener gets all bytes in order, a block at a time", async () => {
  const bytes = bytesOf(3 * MIB + 5);
  let heard = 0;
  const copy = new Uint8Array(bytes.length);
  const listen = (block: Uint8Array, at: number) => {
    expect([at, block.length <= MIB]).toEqual([heard, true]);
    heard += block.length;
    copy.set(block, at);
  };
  const told: number[] = [];
  await readOnce(new Blob([bytes]), 5 * MIB, listeners([listen]), (done) => told.push(done));
  expect(heard).toBe(bytes.length);
  expect(Buffer.compare(copy, bytes)).toBe(0);
  expect(told.at(-1)).toBe(bytes.length);
});
