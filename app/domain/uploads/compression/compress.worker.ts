import libFlac from "libflacjs/dist/libflac.wasm.wasm";
import * as v from "valibot";
import callbacks from "#compiled/flac-callbacks.wasm";
import { openLibFlac } from "~/domain/media/flac/libflac";
import { blobReader } from "~/domain/media/range-reader";
import { blockQuery } from "./block";
import { type CompressibleFile, compressBlock } from "./compress-block";
import { type Compressed, compressorRequestSchema } from "./compressor-messages";

const codec = openLibFlac({ libFlac, callbacks });
const cancelled = new Set<number>();
let file: CompressibleFile | undefined;
let queue = Promise.resolve();

/** Lets messages be read. A timer would wait 4 ms each time. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

async function compress(id: number, range: { offset: number; length: number }): Promise<void> {
  const startedAt = performance.now();
  const pause = async () => {
    await yieldToMessages();
    if (cancelled.has(id)) throw new Error("The page wants it no more.");
  };
  // What cannot be read or compressed goes as it is.
  const packed = await (file && compressBlock(codec, file, range, pause))?.catch(() => undefined);
  cancelled.delete(id);
  const ms = performance.now() - startedAt;
  const block = packed && { body: packed.body.buffer, query: blockQuery(packed.facts) };
  const message: Compressed = { id, block: block ?? null, ms };
  self.postMessage(message, { transfer: block ? [block.body] : [] });
}

self.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  const request = v.parse(compressorRequestSchema, data);
  switch (request.type) {
    case "open":
      file = { ...request, readRange: blobReader(request.file) };
      break;
    case "compress":
      queue = queue.then(() => compress(request.id, request));
      break;
    case "cancel":
      cancelled.add(request.id);
  }
});
