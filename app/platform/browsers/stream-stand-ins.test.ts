import { afterEach, expect, test, vi } from "vitest";
import { polyfillStreams } from "./stream-stand-ins";

const Native = ReadableStream;

afterEach(() => void vi.unstubAllGlobals());

/** A browser as Firefox was before 102: its streams are read, and lead nowhere. */
function openOldBrowser(): void {
  class OldStream {
    private readonly inner: ReadableStream<unknown>;
    constructor(source: UnderlyingDefaultSource<unknown>) {
      this.inner = new Native(source);
    }
    getReader() {
      return this.inner.getReader();
    }
  }
  vi.stubGlobal("ReadableStream", OldStream);
  for (const name of ["TransformStream", "TextEncoderStream"]) vi.stubGlobal(name, undefined);
  polyfillStreams(globalThis);
}

const textOf = (texts: string[]) =>
  new ReadableStream<string>({
    start(controller) {
      for (const text of texts) controller.enqueue(text);
      controller.close();
    },
  });

test("without native piping the encoder turns texts into bytes", async () => {
  openOldBrowser();
  const reader = textOf(["Máire", ""]).pipeThrough(new TextEncoderStream()).getReader();
  expect((await reader.read()).value).toEqual(new TextEncoder().encode("Máire"));
  await reader.read();
  expect((await reader.read()).done).toBe(true);
});

test("a failing transform rejects the read", async () => {
  openOldBrowser();
  const change = new TransformStream<string, string>({
    transform() {
      throw new Error("no such line");
    },
  });
  const reader = textOf(["a"]).pipeThrough(change).getReader();
  await expect(reader.read()).rejects.toThrow("no such line");
});
