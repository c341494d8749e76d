/** What takes in the chunks of a stream, as far as `pipeThrough` asks for it. */
interface Sink {
  write(chunk: unknown): Promise<void>;
  close(): Promise<void>;
  abort(reason: unknown): void;
}

type Controller = ReadableStreamDefaultController<unknown>;

/** How chunks are changed; see `Transformer` of the streams standard. */
interface Change {
  start?: (controller: Controller) => void;
  transform?: (chunk: unknown, controller: Controller) => unknown;
  flush?: (controller: Controller) => unknown;
}

/**
 * A `TransformStream` that only a `pipeThrough` of ours writes to. Firefox has both since 102, Remix reads
 * what pages are made of by them, and libraries of whole streams cannot change those that `fetch` gives.
 */
class PipedTransform {
  readonly readable: ReadableStream<unknown>;
  readonly writable: Sink;

  constructor(change: Change = {}) {
    const opened: { controller?: Controller } = {};
    this.readable = new ReadableStream<unknown>({
      start(controller) {
        opened.controller = controller;
        change.start?.(controller);
      },
    });
    this.writable = {
      async write(chunk) {
        const { controller } = opened;
        if (!controller) return;
        if (change.transform) await change.transform(chunk, controller);
        else controller.enqueue(chunk);
      },
      async close() {
        const { controller } = opened;
        if (!controller) return;
        await change.flush?.(controller);
        controller.close();
      },
      abort: (reason) => opened.controller?.error(reason),
    };
  }
}

/** Texts to UTF-8; whoever writes pairs of one character apart is none of ours. */
class PipedTextEncoder extends PipedTransform {
  constructor() {
    const encoder = new TextEncoder();
    super({ transform: (text, to) => to.enqueue(encoder.encode(String(text))) });
  }
}

async function pump(from: ReadableStream<unknown>, to: Sink): Promise<void> {
  const reader = from.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      await to.write(next.value);
    await to.close();
  } catch (error) {
    to.abort(error);
    await reader.cancel(error).catch(() => undefined);
  }
}

interface Piped {
  readable: ReadableStream<unknown>;
  writable: Sink;
}

/** Makes up for streams that lead nowhere, in Firefox before 105. */
export function standInForStreams(page: typeof globalThis): void {
  if (Reflect.has(page.ReadableStream.prototype, "pipeThrough")) {
    if (!Reflect.has(page, "TextEncoderStream"))
      Object.assign(page, { TextEncoderStream: nativeEncoder(page) });
    return;
  }
  Object.assign(page, { TransformStream: PipedTransform, TextEncoderStream: PipedTextEncoder });
  Object.assign(page.ReadableStream.prototype, {
    pipeThrough(this: ReadableStream<unknown>, { readable, writable }: Piped) {
      void pump(this, writable);
      return readable;
    },
  });
}

/** The same where the browser has streams that lead on, and no encoder among them: Firefox 102 to 104. */
function nativeEncoder(page: typeof globalThis) {
  return class extends page.TransformStream<string, Uint8Array> {
    constructor() {
      const encoder = new TextEncoder();
      super({ transform: (text, to) => to.enqueue(encoder.encode(text)) });
    }
  };
}
