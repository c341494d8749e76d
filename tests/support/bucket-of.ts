import type { RangeReader } from "~/domain/media/range-reader";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import type { BlockReader } from "~/platform/byte-blocks.server";

interface Range {
  offset: number;
  length: number;
}

const refuse = async () => {
  throw new Error("Not of this bucket");
};

/**
 * A bucket with one track that records how it is read. It stores whole objects only.
 * @param missing bytes that are left out at the end of every stream.
 */
export function singleFileBucket(source: Uint8Array<ArrayBuffer>, { missing = 0 } = {}) {
  const ranges: Range[] = [];
  const blocks: number[] = [];
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();

  /** In chunks of 4 KiB unless more is asked for, as storage gives them. */
  function stream(bytes: Uint8Array): ReadableStream<Uint8Array> {
    let offset = 0;
    const readable = new ReadableStream({
      type: "bytes",
      pull(controller) {
        const chunk = bytes.slice(offset, offset + 4096);
        offset += chunk.length;
        if (chunk.length > 0) return controller.enqueue(chunk);
        controller.close();
        controller.byobRequest?.respond(0);
      },
    });
    const getReader = readable.getReader.bind(readable);
    return Object.assign(readable, {
      getReader: (options: { mode: "byob" }) => {
        const reader = getReader(options);
        const read: BlockReader["read"] = reader.read.bind(reader);
        return Object.assign(reader, {
          read: async (view: Uint8Array<ArrayBuffer>, options: { min: number }) => {
            const result = await read(view, options);
            if (result.value?.length) blocks.push(result.value.length);
            return result;
          },
        });
      },
    }) as unknown as ReadableStream<Uint8Array>;
  }

  const carrier: StorageBackend = {
    name: "own",
    bucketName: "one-track",
    open: refuse,
    partUrl: refuse,
    putPart: refuse,
    join: refuse,
    abort: refuse,
    remove: refuse,
    list: refuse,
    problem: () => undefined,
    size: async () => source.length,
    async read(_key, range = { offset: 0, length: source.length }) {
      ranges.push(range);
      const end = range.offset + range.length - missing;
      return stream(source.subarray(range.offset, end));
    },
    async put(key, body, length) {
      const bytes = new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      if (bytes.length !== length) throw new Error(`${bytes.length} bytes, not ${length}`);
      objects.set(key, bytes);
    },
  };
  const readRange: RangeReader = async (offset, length) => {
    ranges.push({ offset, length });
    return source.subarray(offset, offset + length);
  };
  return { source, carrier, read: readRange, ranges, blocks, stored: objects };
}
