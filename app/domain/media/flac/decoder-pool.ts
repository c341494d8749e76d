import { DamagedStreamError, type FlacDecoder, openDecoder } from "./decoder";
import type { PcmFormat } from "./flac-stream";
import { type FlacModules, type LibFlac, openLibFlac } from "./libflac";

export interface DecoderPool {
  open: (format: PcmFormat) => FlacDecoder;
}

/**
 * Decoders that share one instance of the codec, for its 16 MiB. After a damaged stream the next
 * ones get another: whatever a hostile one has done to its memory reaches nobody who comes later.
 */
export function createDecoderPool(modules: FlacModules): DecoderPool {
  let shared: LibFlac | undefined;
  return {
    open(format) {
      shared ??= openLibFlac(modules);
      const libFlac = shared;
      const decoder = openDecoder(libFlac, format);
      function* watch(frames: Generator<Uint8Array>) {
        try {
          yield* frames;
        } catch (error) {
          if (error instanceof DamagedStreamError && shared === libFlac) shared = undefined;
          throw error;
        }
      }
      return {
        ...decoder,
        decode: (bytes) => watch(decoder.decode(bytes)),
        finish: (isCut) => watch(decoder.finish(isCut)),
      };
    },
  };
}
