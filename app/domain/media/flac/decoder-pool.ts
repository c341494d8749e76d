import { DamagedStreamError, type FlacDecoder, openDecoder } from "./decoder";
import type { PcmFormat } from "./flac-stream";
import { type FlacModules, type LibFlac, openLibFlac } from "./libflac";

/** Decoders of the widest format that an instance's memory has room for, with some to spare. */
export const MAX_OPEN_DECODERS = 12;

export interface DecoderPool {
  /** @returns undefined while too many are open: slow senders could keep all memory from others. */
  open: (format: PcmFormat) => FlacDecoder | undefined;
}

/**
 * Decoders that share one instance of the codec, for its 16 MiB. After a damaged stream the next
 * ones get another: whatever a hostile one has done to its memory reaches nobody who comes later.
 */
export function createDecoderPool(modules: FlacModules): DecoderPool {
  let shared: LibFlac | undefined;
  let openCount = 0;
  return {
    open(format) {
      if (openCount >= MAX_OPEN_DECODERS) return undefined;
      shared ??= openLibFlac(modules);
      const libFlac = shared;
      const decoder = openDecoder(libFlac, format);
      openCount += 1;
      function* watch(frames: Generator<Uint8Array>) {
        try {
          yield* frames;
        } catch (error) {
          if (error instanceof DamagedStreamError && shared === libFlac) shared = undefined;
          throw error;
        }
      }
      return {
        decode: (bytes) => watch(decoder.decode(bytes)),
        finish: (isCut) => watch(decoder.finish(isCut)),
        close() {
          openCount -= 1;
          decoder.close();
        },
      };
    },
  };
}
