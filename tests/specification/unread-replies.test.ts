import { afterEach, expect, test, vi } from "vitest";
import { drainAfterReply } from "~/platform/edge/drain-body";

/* The response to a post may be a file, for example an artist's data download. */

const CHUNK = new Uint8Array(64 * 1024);
const CHUNKS = 500;

/** The part of the runtime's interface that matters here. */
class PassingOn extends TransformStream<Uint8Array, Uint8Array> {
  constructor(_length: number) {
    super();
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A file of 32 MB that is generated while it is read, and how many bytes were generated. */
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
  return { body, countChunks: () => chunkCount };
}

test.each([
  [
    "says how long it is leaves as it comes",
    { "Content-Length": String(CHUNK.length * CHUNKS) },
    0,
    20,
  ],
  ["does not, as pages, is held until it is whole", {}, CHUNKS, CHUNKS],
])("a reply that %s", async (_, headers, min, max) => {
  vi.stubGlobal("FixedLengthStream", PassingOn);
  const { body, countChunks } = file();
  const post = new Request("https://site.example/download", { method: "POST", body: "a=b" });
  const reply = await drainAfterReply(new Response(body, { headers }), post, false);
  expect(countChunks()).toBeGreaterThanOrEqual(min);
  expect(countChunks()).toBeLessThanOrEqual(max);
  let bytes = 0;
  for await (const chunk of reply.body ?? []) bytes += chunk.length;
  expect(bytes).toBe(CHUNK.length * CHUNKS);
});

test("of a body that nobody wanted at most 64KB are read behind the reply, and its sender is hung up on a second later", async () => {
  vi.stubGlobal("FixedLengthStream", PassingOn);
  let byteCount = 0;
  let hungUp = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = new Uint8Array(4096);
        byteCount += chunk.length;
        controller.enqueue(chunk);
      },
      cancel() {
        hungUp = true;
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  const post = new Request("https://site.example/nope", init);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const reply = await drainAfterReply(new Response("No.", { status: 404 }), post, false);
  const reader = reply.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe("No.");
  await vi.advanceTimersByTimeAsync(999);
  expect([hungUp, byteCount]).toEqual([false, 64 * 1024 + 4096]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await reader?.read()).toMatchObject({ done: true });
  expect(hungUp).toBe(true);
  expect(byteCount).toBe(64 * 1024 + 4096);
});
