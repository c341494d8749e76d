import { randomFillSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

/** The same on disk, since a browser takes large files only by path; deleted when the process ends. */
export function randomWavOnDisk(size: number): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "bench.wav");
  writeFileSync(path, randomWav(size));
  return path;
}
