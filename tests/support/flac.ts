import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { PcmFormat } from "~/domain/media/flac/flac-stream";
import { openLibFlac } from "~/domain/media/flac/libflac";
import { bytesReader } from "~/domain/media/range-reader";
import { blockQuery } from "~/domain/uploads/compression/block";
import { compressBlock } from "~/domain/uploads/compression/compress-block";
import type { FileFormat } from "~/domain/uploads/compression/pcm-format";
import type { FileRange } from "~/domain/uploads/file-range";
import { COMPILED_FLAC_CALLBACKS } from "../../workers/cli/compiled-modules";

const compile = (path: string) => new WebAssembly.Module(readFileSync(path));
const require = createRequire(import.meta.url);

export const flacModules = {
  libFlac: compile(require.resolve("libflacjs/dist/libflac.wasm.wasm")),
  callbacks: compile(COMPILED_FLAC_CALLBACKS),
};

const codec = openLibFlac(flacModules);

/** A stretch of a file as its page would send it. @throws Error where it does not shrink. */
export async function compressForTest(
  file: Uint8Array,
  format: FileFormat,
  dataOffset: number,
  range: FileRange,
) {
  const source = { format, dataOffset, readRange: bytesReader(file) };
  const packed = await compressBlock(codec, source, range, async () => undefined);
  if (!packed) throw new Error("This does not shrink.");
  return { ...packed, query: blockQuery(packed.facts) };
}

/** Smooth sound with some noise, which shrinks by a third or more; the same for the same seed. */
export function smoothSamples({ channels, bits }: PcmFormat, bytes: number, seed = 1): Uint8Array {
  const sampleBytes = bits / 8;
  const samples = new Uint8Array(bytes);
  const view = new DataView(samples.buffer);
  const peak = 2 ** (bits - 1);
  let noise = seed;
  for (let index = 0; (index + 1) * sampleBytes <= bytes; index++) {
    const frame = Math.floor(index / channels);
    noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) | 0;
    const level = Math.sin(frame / 40 + (index % channels)) * 0.6 + (noise / 2 ** 31) * 0.002;
    const value = Math.round(level * peak);
    const at = index * sampleBytes;
    if (bits === 8) view.setUint8(at, value + 128);
    else if (bits === 16) view.setInt16(at, value, true);
    else {
      view.setUint16(at, value & 0xffff, true);
      view.setInt8(at + 2, value >> 16);
    }
  }
  return samples;
}
