import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jpegBytes, withSegments } from "../fixtures/jpeg";
import { mp3Bytes } from "../fixtures/mp3";
import { wavBytes } from "../fixtures/wav";

/** A file on disk, since a browser takes large ones by their path only. */
export interface GeneratedFile {
  path: string;
  name: string;
  size: number;
  sha256: string;
}

const folder = mkdtempSync(join(tmpdir(), "journey-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const filesByName = new Map<string, GeneratedFile>();

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A file of this name, which is made once. */
export function namedFile(name: string, bytes: () => Uint8Array): GeneratedFile {
  const knownFile = filesByName.get(name);
  if (knownFile) return knownFile;
  const content = bytes();
  const path = join(folder, name);
  writeFileSync(path, content);
  const entry = { path, name, size: content.length, sha256: sha256(content) };
  filesByName.set(name, entry);
  return entry;
}

/** 40 MB of 24-bit 48 kHz stereo: eight parts, of which the last is short. */
export const longWav = () =>
  namedFile("night ferry.wav", () => wavBytes({ totalBytes: 40_000_000 }));
/** Two seconds: one part. */
export const shortWav = () => namedFile("short.wav", () => wavBytes({ seconds: 2 }));
/** Two seconds whose every sample sits at full scale. */
export const clippedWav = () =>
  namedFile("loud.wav", () => {
    const bytes = wavBytes({ seconds: 2, bits: 16 });
    for (let at = bytes.length - 2 * 96_000 * 2; at < bytes.length; at += 2) {
      bytes[at] = 0xff;
      bytes[at + 1] = 0x7f;
    }
    return bytes;
  });
/** A minute and a half, as small as a WAV gets. */
export const lightWav = () =>
  namedFile("tide out.wav", () =>
    wavBytes({ seconds: 90, sampleRate: 8_000, bits: 8, channels: 1 }),
  );
/** Three parts and a bit: enough to watch it go. */
export const threePartWav = () =>
  namedFile("tide.wav", () => wavBytes({ totalBytes: 16_000_000, seed: 2 }));
/** An MP3 that calls itself a WAV. */
export const mp3NamedWav = () =>
  namedFile("really-mp3.wav", () => mp3Bytes({ frames: 400, id3: true }));
export const plainMp3 = () => namedFile("song.mp3", () => mp3Bytes());
/** A real photograph-sized JPEG, 3000 by 3000. */
export const sleeve = () => namedFile("sleeve.jpg", () => jpegBytes());
/** The same with all that an editor leaves in a file: more than 6 MB. */
export const heavySleeve = () =>
  namedFile("heavy.jpg", () => {
    const segments = Array.from({ length: 100 }, () => ({
      marker: 0xed,
      body: new Uint8Array(60_000),
    }));
    return withSegments(jpegBytes(), segments);
  });
export const smallSleeve = () =>
  namedFile("small.jpg", () => jpegBytes({ width: 600, height: 600, seed: 2 }));
