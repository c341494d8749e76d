import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hashFileAndParts, readBlocks, UnreadableError } from "./hash-file";

const MIB = 1024 * 1024;
const bytes = Uint8Array.from({ length: 2 * MIB + 5 }, (_, at) => (at * 31) % 251);

/** A file as browsers give it whose streams take no memory. */
class WithoutByteStream extends Blob {
  override stream(): ReturnType<Blob["stream"]> {
    throw new TypeError("no byte stream");
  }
}

async function read(file: Blob): Promise<Uint8Array> {
  const all = new Uint8Array(bytes.length);
  let at = 0;
  for await (const block of readBlocks(file)) {
    all.set(block, at);
    at += block.length;
  }
  return all.subarray(0, at);
}

test.each([
  ["by its stream", new Blob([bytes])],
  ["by slices where the stream takes no memory", new WithoutByteStream([bytes])],
])("a file is read whole and in order, %s", async (_, file) => {
  expect(Buffer.compare(await read(file), bytes)).toBe(0);
});

test.each([new Blob([]), new WithoutByteStream([])])(
  "an empty file has no blocks",
  async (file) => {
    expect(await read(file)).toHaveLength(0);
  },
);

const failRead = () => Promise.reject(new DOMException("changed", "NotReadableError"));

class Gone extends WithoutByteStream {
  override slice(): Blob {
    return Object.assign(new Blob([]), { arrayBuffer: failRead });
  }
}

class GoneStream extends Blob {
  override stream(): ReturnType<Blob["stream"]> {
    const stream = new ReadableStream({ type: "bytes", pull: failRead });
    return stream as ReturnType<Blob["stream"]>;
  }
}

class Shorter extends WithoutByteStream {
  override slice(start = 0): Blob {
    return new Blob(start === 0 ? ["x"] : []);
  }
}

class ShorterStream extends Blob {
  override stream(): ReturnType<Blob["stream"]> {
    return new Blob(["x"]).stream() as ReturnType<Blob["stream"]>;
  }
}

test.each([
  ["cannot be read any more", new Gone(["abc"])],
  ["cannot be read any more, by its stream", new GoneStream(["abc"])],
  ["has become shorter", new Shorter(["abc"])],
  ["has become shorter, by its stream", new ShorterStream(["abc"])],
])("a file that %s is said to be unreadable", async (_, file) => {
  await expect(read(file)).rejects.toThrow(UnreadableError);
});

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
      const hashes = await hashFileAndParts(new Blob([bytes]), partSize, listeners(), () => {});
      expect(hashes.sha256).toBe(hash(bytes).toString("hex"));
      const partHashes: string[] = [];
      for (let at = 0; at < size; at += partSize)
        partHashes.push(hash(bytes.subarray(at, at + partSize)).toString("hex"));
      expect(hashes.partSha256).toEqual(partHashes);
    }),
    { numRuns: 20 },
  );
});

test("every listener gets all bytes in order, a block at a time", async () => {
  const bytes = bytesOf(3 * MIB + 5);
  let heardBytes = 0;
  const copy = new Uint8Array(bytes.length);
  const listen = (block: Uint8Array, at: number) => {
    expect([at, block.length <= MIB]).toEqual([heardBytes, true]);
    heardBytes += block.length;
    copy.set(block, at);
  };
  const progress: number[] = [];
  await hashFileAndParts(new Blob([bytes]), 5 * MIB, listeners([listen]), (byteCount) =>
    progress.push(byteCount),
  );
  expect(heardBytes).toBe(bytes.length);
  expect(Buffer.compare(copy, bytes)).toBe(0);
  expect(progress.at(-1)).toBe(bytes.length);
});
