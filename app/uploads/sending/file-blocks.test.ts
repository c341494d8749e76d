import { expect, test } from "vitest";
import { blocksOf, UnreadableError } from "./file-blocks";

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
  for await (const block of blocksOf(file)) {
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

const gone = () => Promise.reject(new DOMException("changed", "NotReadableError"));

class Gone extends WithoutByteStream {
  override slice(): Blob {
    return Object.assign(new Blob([]), { arrayBuffer: gone });
  }
}

class GoneStream extends Blob {
  override stream(): ReturnType<Blob["stream"]> {
    const stream = new ReadableStream({ type: "bytes", pull: gone });
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
