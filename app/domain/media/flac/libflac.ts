/** The two compiled modules: libFLAC as `libflacjs` has it, and what it calls back (`assembly/`). */
export interface FlacModules {
  libFlac: WebAssembly.Module;
  callbacks: WebAssembly.Module;
}

/** What is used of libFLAC. Addresses are bytes in its memory; a return value of 0 is false. */
interface LibFlacExports {
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  free(address: number): void;
  stackSave(): number;
  stackRestore(stack: number): void;
  FLAC__stream_decoder_new(): number;
  FLAC__stream_decoder_delete(decoder: number): void;
  FLAC__stream_decoder_init_stream(
    decoder: number,
    ...callbacks: [
      read: number,
      seek: number,
      tell: number,
      length: number,
      isAtEnd: number,
      write: number,
      metadata: number,
      error: number,
      client: number,
    ]
  ): number;
  FLAC__stream_decoder_process_until_end_of_metadata(decoder: number): number;
  FLAC__stream_decoder_process_single(decoder: number): number;
  FLAC__stream_decoder_get_state(decoder: number): number;
  FLAC__stream_encoder_new(): number;
  FLAC__stream_encoder_delete(encoder: number): void;
  FLAC__stream_encoder_set_verify(encoder: number, isVerified: number): number;
  FLAC__stream_encoder_set_channels(encoder: number, channels: number): number;
  FLAC__stream_encoder_set_bits_per_sample(encoder: number, bits: number): number;
  FLAC__stream_encoder_set_sample_rate(encoder: number, rate: number): number;
  FLAC__stream_encoder_set_compression_level(encoder: number, level: number): number;
  FLAC__stream_encoder_set_blocksize(encoder: number, frames: number): number;
  FLAC__stream_encoder_init_stream(
    encoder: number,
    ...callbacks: [write: number, seek: number, tell: number, metadata: number, client: number]
  ): number;
  FLAC__stream_encoder_process_interleaved(encoder: number, from: number, frames: number): number;
  FLAC__stream_encoder_finish(encoder: number): number;
}

const CALLBACKS = [
  "readStream",
  "writeFrame",
  "skipMetadata",
  "stopAtError",
  "writeStream",
] as const;
type Callback = (typeof CALLBACKS)[number];

interface CallbackExports extends Record<Callback, (...values: number[]) => number> {
  unpackSamples(from: number, to: number, count: number, bits: number): void;
}

/** An instance of the codec, of 16 MiB that never grow; any number of streams use it in turn. */
export interface LibFlac extends LibFlacExports {
  bytes: Uint8Array;
  words: Uint32Array;
  /** Where each callback is in libFLAC's table. */
  callbacks: Record<Callback, number>;
  unpackSamples: CallbackExports["unpackSamples"];
  /** Allocates memory. @throws Error where there is no more. */
  allocate(bytes: number): number;
  /** Runs what may trap. @returns whether it did not. */
  attempt(run: () => void): boolean;
}

/** Where Emscripten has put what its own script sets up, in the pinned version of `libflacjs`. */
export const LAYOUT = { pages: 256, table: 22, heapTopAt: 14176, heapStart: 5257216 };

/** Starts an instance. */
export function openLibFlac(modules: FlacModules): LibFlac {
  const memory = new WebAssembly.Memory({ initial: LAYOUT.pages, maximum: LAYOUT.pages });
  const table = new WebAssembly.Table({
    initial: LAYOUT.table + CALLBACKS.length,
    element: "anyfunc",
  });
  const [bytes, words] = [new Uint8Array(memory.buffer), new Uint32Array(memory.buffer)];
  // No files, and no memory beyond the first: both are answered as errors.
  const fail = () => -1;
  const system = { fd_close: fail, fd_read: fail, fd_write: fail, fd_seek: fail };
  const environment = {
    memory,
    table,
    emscripten_resize_heap: () => 0,
    emscripten_memcpy_big: (to: number, from: number, count: number) =>
      void bytes.copyWithin(to, from, from + count),
    round: (value: number) => (value < 0 ? -1 : 1) * Math.round(Math.abs(value)),
    setTempRet0: () => undefined,
  };
  const imports = { env: environment, wasi_snapshot_preview1: system };
  const { exports } = new WebAssembly.Instance(modules.libFlac, imports);
  const libFlac = exports as unknown as LibFlacExports;
  const calls = new WebAssembly.Instance(modules.callbacks, { env: { memory } })
    .exports as unknown as CallbackExports;
  const callbacks = {} as Record<Callback, number>;
  for (const [index, name] of CALLBACKS.entries()) {
    callbacks[name] = LAYOUT.table + index;
    table.set(LAYOUT.table + index, calls[name]);
  }
  words[LAYOUT.heapTopAt / 4] = LAYOUT.heapStart;
  libFlac.__wasm_call_ctors();
  return {
    ...libFlac,
    bytes,
    words,
    callbacks,
    unpackSamples: calls.unpackSamples,
    allocate(count) {
      const address = libFlac.malloc(count);
      if (address === 0) throw new Error("The codec has no memory left.");
      return address;
    },
    attempt(run) {
      const stack = libFlac.stackSave();
      try {
        run();
        return true;
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
        libFlac.stackRestore(stack);
        return false;
      }
    },
  };
}
