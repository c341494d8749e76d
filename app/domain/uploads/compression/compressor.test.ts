import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCompressor } from "./compressor.client";
import { type CompressorRequest, compressorRequestSchema } from "./compressor-messages";

const format = { sampleRate: 44_100, channels: 2, bits: 16 } as const;
const source = { file: new Blob([new Uint8Array(9_000)]), dataOffset: 44, format };
const signal = () => new AbortController().signal;

/** A worker that answers when it is told to. */
function fakeWorker() {
  const requests: CompressorRequest[] = [];
  const worker = {
    isEnded: false,
    onmessage: null as Worker["onmessage"],
    onerror: null as Worker["onerror"],
    postMessage: (data: unknown) => void requests.push(v.parse(compressorRequestSchema, data)),
    terminate() {
      worker.isEnded = true;
    },
    answer: (message: object) =>
      worker.onmessage?.call(self as never, new MessageEvent("message", { data: message })),
  };
  return { worker, requests, compressor: createCompressor(worker, source) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
vi.stubGlobal("self", globalThis);

test("a stretch comes back with the query of its piece, and the speed is known then", async () => {
  const { worker, requests, compressor } = fakeWorker();
  expect(compressor.speed).toBeUndefined();
  const compressing = compressor.compress({ offset: 46, length: 4_000 }, signal());
  expect(requests.at(-1)).toEqual({ type: "compress", id: 1, offset: 46, length: 4_000 });
  worker.answer({ id: 1, block: { body: new ArrayBuffer(700), query: "kind=flac" }, ms: 2 });
  const block = await compressing;
  expect(block).toMatchObject({ size: 4_000, query: "kind=flac" });
  expect(block?.body.size).toBe(700);
  expect(compressor.speed).toBe(2_000_000);
});

test("what does not shrink or is too long goes as it is", async () => {
  const { worker, compressor } = fakeWorker();
  const compressing = compressor.compress({ offset: 0, length: 4_000 }, signal());
  worker.answer({ id: 1, block: null, ms: 2 });
  expect(await compressing).toBeUndefined();
  expect(await compressor.compress({ offset: 0, length: 5_000_000 }, signal())).toBeUndefined();
});

test("who gives up is told at once, and the worker is", async () => {
  const { requests, compressor } = fakeWorker();
  const controller = new AbortController();
  const compressing = compressor.compress({ offset: 0, length: 4_000 }, controller.signal);
  controller.abort(new Error("Gone"));
  await expect(compressing).rejects.toThrow("Gone");
  expect(requests.at(-1)).toEqual({ type: "cancel", id: 1 });
  await expect(
    compressor.compress({ offset: 0, length: 4_000 }, controller.signal),
  ).rejects.toThrow("Gone");
});

test.each<[string, (fake: ReturnType<typeof fakeWorker>) => void]>([
  ["is closed", ({ compressor }) => compressor.close()],
  [
    "fails",
    ({ worker }) => void worker.onerror?.call(self as never, new Event("error") as ErrorEvent),
  ],
  ["never answers", () => void vi.advanceTimersByTime(20_000)],
])("without a worker, as when it %s, everything goes as it is", async (_, end) => {
  const fake = fakeWorker();
  const compressing = fake.compressor.compress({ offset: 0, length: 4_000 }, signal());
  end(fake);
  expect(await compressing).toBeUndefined();
  expect(fake.worker.isEnded).toBe(true);
  expect(await fake.compressor.compress({ offset: 0, length: 4_000 }, signal())).toBeUndefined();
});
