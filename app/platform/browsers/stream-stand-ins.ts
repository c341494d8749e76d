interface Sink {
  write(chunk: unknown): Promise<void>;
  close(): Promise<void>;
  abort(reason: unknown): void;
}

type Controller = ReadableStreamDefaultController<unknown>;

/** See `Transformer` of the streams standard. */
interface Transformer {
  start?: (controller: Controller) => void;
  transform?: (chunk: unknown, controller: Controller) => unknown;
  flush?: (controller: Controller) => unknown;
}

/**
 * A `TransformStream` for `pipeThrough` below, which Remix needs. Firefox has both since 102;
 * polyfill libraries cannot pipe the native streams of `fetch`.
 */
class PipedTransform {
  readonly readable: ReadableStream<unknown>;
  readonly writable: Sink;

  constructor(transformer: Transformer = {}) {
    const state: { controller?: Controller } = {};
    this.readable = new ReadableStream<unknown>({
      start(controller) {
        state.controller = controller;
        transformer.start?.(controller);
      },
    });
    this.writable = {
      async write(chunk) {
        const { controller } = state;
        if (!controller) return;
        if (transformer.transform) await transformer.transform(chunk, controller);
        else controller.enqueue(chunk);
      },
      async close() {
        const { controller } = state;
        if (!controller) return;
        await transformer.flush?.(controller);
        controller.close();
      },
      abort: (reason) => state.controller?.error(reason),
    };
  }
}

/** Encodes to UTF-8; surrogate pairs must not be split between chunks. */
class PipedTextEncoder extends PipedTransform {
  constructor() {
    const encoder = new TextEncoder();
    super({ transform: (text, controller) => controller.enqueue(encoder.encode(String(text))) });
  }
}

async function pipe(source: ReadableStream<unknown>, sink: Sink): Promise<void> {
  const reader = source.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      await sink.write(next.value);
    await sink.close();
  } catch (error) {
    sink.abort(error);
    await reader.cancel(error).catch(() => undefined);
  }
}

interface Piped {
  readable: ReadableStream<unknown>;
  writable: Sink;
}

/** Adds piping to the streams of Firefox before 105. */
export function polyfillStreams(page: typeof globalThis): void {
  if (Reflect.has(page.ReadableStream.prototype, "pipeThrough")) {
    if (!Reflect.has(page, "TextEncoderStream"))
      Object.assign(page, { TextEncoderStream: createEncoder(page) });
    return;
  }
  Object.assign(page, { TransformStream: PipedTransform, TextEncoderStream: PipedTextEncoder });
  Object.assign(page.ReadableStream.prototype, {
    pipeThrough(this: ReadableStream<unknown>, { readable, writable }: Piped) {
      void pipe(this, writable);
      return readable;
    },
  });
}

/** For Firefox 102 to 104, which lack only the encoder. */
function createEncoder(page: typeof globalThis) {
  return class extends page.TransformStream<string, Uint8Array> {
    constructor() {
      const encoder = new TextEncoder();
      super({ transform: (text, controller) => controller.enqueue(encoder.encode(text)) });
    }
  };
}
