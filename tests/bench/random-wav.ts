import { randomFillSync } from "node:crypto";
import { formatBody, writeHeader } from "../fixtures/wav-chunks";

const HEADER_BYTES = 44;

/** A WAV of exactly `size` bytes: a real header, then noise that cannot be compressed. */
export function randomWav(size: number): Uint8Array {
  const file = new Uint8Array(size);
  writeHeader(file, 0, "RIFF", size - 8);
  file.set(Buffer.from("WAVE"), 8);
  writeHeader(file, 12, "fmt ", 16);
  file.set(formatBody({ tag: 1, channels: 2, sampleRate: 48_000, bits: 24 }), 20);
  writeHeader(file, 36, "data", size - HEADER_BYTES);
  randomFillSync(file, HEADER_BYTES);
  return file;
}
