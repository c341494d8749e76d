import * as v from "valibot";
import { blobReader } from "~/domain/media/range-reader";
import { readWavHeader } from "~/domain/media/wav-header";
import { throwIfAborted } from "~/platform/formats/abort";
import { MAX_BLOCK_BYTES } from "./block";
import { type Compressed, type CompressorRequest, compressedSchema } from "./compressor-messages";
import { compressibleFormat } from "./pcm-format";

/** Smaller files are sent before the codec is loaded. */
const MIN_FILE_BYTES = 1_000_000;

interface CompressedBlock {
  body: Blob;
  /** Bytes of the file that it stands for. */
  size: number;
  /** To be appended, after `&`, to the link of the piece and its `offset`. */
  query: string;
}

export interface Compressor {
  /**
   * Compresses a stretch of the file, wherever it begins and ends, of at most {@link MAX_BLOCK_BYTES}.
   * Several calls are answered in turn.
   * @returns undefined where it does not shrink or cannot be compressed: it goes as it is.
   * @throws the signal's reason once that is aborted.
   */
  compress(
    range: { offset: number; length: number },
    signal: AbortSignal,
  ): Promise<CompressedBlock | undefined>;
  /** Bytes of the file per second at the last block: the first ones are slower. Undefined before. */
  readonly speed: number | undefined;
  /** Ends the worker; what is not answered goes as it is. */
  close(): void;
}

/** A worker without an answer for this long has crashed, as on a phone without memory. */
const TIMEOUT_MS = 20_000;

/**
 * Opens the compressor of a file, in a worker of its own. Never rejects.
 * @returns undefined for a file that is small or whose samples FLAC does not take, or without workers.
 */
export async function openCompressor(file: Blob): Promise<Compressor | undefined> {
  if (file.size <= MIN_FILE_BYTES || typeof WebAssembly === "undefined") return undefined;
  try {
    const header = await readWavHeader(blobReader(file), file.size);
    const format = header.ok ? compressibleFormat(header.wav) : undefined;
    if (!header.ok || !format) return undefined;
    const { dataOffset } = header.wav;
    return createCompressor(new Worker("/workers/compress.js"), { file, format, dataOffset });
  } catch {
    return undefined;
  }
}

type OpenRequest = Omit<Extract<CompressorRequest, { type: "open" }>, "type">;
type Answer = Pick<Compressed, "block" | "ms">;

/** @param worker is ended with the compressor. */
export function createCompressor(
  worker: Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">,
  source: OpenRequest,
): Compressor {
  const send = (request: CompressorRequest) => worker.postMessage(request);
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  let lastId = 0;
  let isOpen = true;
  let speed: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    isOpen = false;
    clearTimeout(timer);
    worker.terminate();
    for (const answer of waiting.values()) answer(undefined);
    waiting.clear();
  };
  const restartTimer = () => {
    clearTimeout(timer);
    if (waiting.size > 0) timer = setTimeout(close, TIMEOUT_MS);
  };
  worker.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { success, output } = v.safeParse(compressedSchema, data);
    if (!success) return;
    waiting.get(output.id)?.(output);
    waiting.delete(output.id);
    restartTimer();
  };
  worker.onerror = close;
  send({ type: "open", ...source });

  const request = (range: { offset: number; length: number }, signal: AbortSignal) => {
    lastId += 1;
    const id = lastId;
    return new Promise<Answer | undefined>((resolve) => {
      const cancel = () => {
        if (isOpen) send({ type: "cancel", id });
        resolve(undefined);
      };
      signal.addEventListener("abort", cancel, { once: true });
      waiting.set(id, (answer) => {
        signal.removeEventListener("abort", cancel);
        resolve(answer);
      });
      send({ type: "compress", id, ...range });
      restartTimer();
    });
  };

  return {
    get speed() {
      return speed;
    },
    async compress(range, signal) {
      throwIfAborted(signal);
      if (!isOpen || range.length > MAX_BLOCK_BYTES) return undefined;
      const answer = await request(range, signal);
      throwIfAborted(signal);
      if (!answer) return undefined;
      speed = (range.length / Math.max(1, answer.ms)) * 1000;
      const { block } = answer;
      return block
        ? { body: new Blob([block.body]), size: range.length, query: block.query }
        : undefined;
    },
    close,
  };
}
