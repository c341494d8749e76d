import { afterEach, expect, test, vi } from "vitest";
import { overUnread } from "~/platform/edge/unread-body";

/* What answers a post may be a file, such as everything that is held about an artist. */

const CHUNK = new Uint8Array(64 * 1024);
const CHUNKS = 500;

/** The runtime's own, as far as it matters here. */
class PassingOn extends TransformStream<Uint8Array, Uint8Array> {
  constructor(_length: number) {
    super();
  }
}

afterEach(() => vi.unstubAllGlobals());

/** A file of 32 MB that is made as it is read, and how much of it has been so far. */
function file() {
  let chunkCount = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (chunkCount === CHUNKS) return controller.close();
        chunkCount += 1;
        controller.enqueue(CHUNK);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, made: () => chunkCount };
}

test.each([
  [
    "says how long it is leaves as it comes",
    { "Content-Length": String(CHUNK.length * CHUNKS) },
    0,
    20,
  ],
  ["does not, as pages, is held until it is whole", {}, CHUNKS, CHUNKS],
])("a reply that %s", async (_, headers, least, most) => {
  vi.stubGlobal("FixedLengthStream", PassingOn);
  const { body, made } = file();
  const post = new Request("https://site.example/download", { method: "POST", body: "a=b" });
  const reply = await overUnread(new Response(body, { headers }), post, false);
  expect(made()).toBeGreaterThanOrEqual(least);
  expect(made()).toBeLessThanOrEqual(most);
  let bytes = 0;
  for await (const chunk of reply.body ?? []) bytes += chunk.length;
  expect(bytes).toBe(CHUNK.length * CHUNKS);
});
