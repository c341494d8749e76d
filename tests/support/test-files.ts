import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WavFormat } from "~/domain/media/wav-format";
import { fingerprintOf } from "~/domain/uploads/reading/ingest-file.client";
import { jpegBytes, withSegments } from "../fixtures/jpeg";
import { mp3Bytes } from "../fixtures/mp3";
import { wavBytes } from "../fixtures/wav";
import { formatBody, infoBody, writeHeader } from "../fixtures/wav-chunks";
import type { Track } from "./clip-release";

/** A file on disk, since a browser accepts large files by path only. */
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

/** A file of this name, created once. */
function namedFile(name: string, bytes: () => Uint8Array): GeneratedFile {
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
/** A minute and a half, as small as a WAV gets. */
export const lightWav = () =>
  namedFile("tide out.wav", () =>
    wavBytes({ seconds: 90, sampleRate: 8_000, bits: 8, channels: 1 }),
  );
/** A little more than three parts. */
export const threePartWav = () =>
  namedFile("tide.wav", () => wavBytes({ totalBytes: 16_000_000, seed: 2 }));
/** An MP3 with the name of a WAV. */
export const mp3NamedWav = () =>
  namedFile("really-mp3.wav", () => mp3Bytes({ frames: 400, id3: true }));
export const plainMp3 = () => namedFile("song.mp3", () => mp3Bytes());
/** A real photograph-sized JPEG, 3000 by 3000. */
export const sleeve = () => namedFile("sleeve.jpg", () => jpegBytes());
/** A JPEG with an editor's metadata, of more than 6 MB. */
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

const CHUNK = 64 * 1024;

/** Fills a block with a cheap pattern that differs in every 64 KiB. */
function fill(block: Uint8Array, number: number): void {
  block.fill(number % 251);
}

/** A WAV file of exactly `size` bytes (even, at least 44), generated while it is read. */
export function* wavStream(size: number): Iterable<Uint8Array> {
  const head = new Uint8Array(44);
  writeHeader(head, 0, "RIFF", size - 8);
  head.set(Buffer.from("WAVE"), 8);
  writeHeader(head, 12, "fmt ", 16);
  head.set(formatBody({ tag: 1, channels: 2, sampleRate: 48_000, bits: 16 }), 20);
  writeHeader(head, 36, "data", size - 44);
  yield head;
  let bytesLeft = size - head.length;
  for (let number = 0; bytesLeft > 0; number++) {
    const block = new Uint8Array(Math.min(CHUNK, bytesLeft));
    fill(block, number);
    yield block;
    bytesLeft -= block.length;
  }
}

/** The titles of an album, in its order. */
export const ALBUM = [
  "Low Tide",
  "Night Ferry",
  "7 Rings",
  "Harbour Lights",
  "Slack Water",
  "1999",
  "The Long Pier",
  "Undertow",
  "Salt and Rust",
  "Lighthouse (Live)",
  "High Tide",
  "Home Port",
];

/**
 * The twelve files of {@link ALBUM}, named as artists do, each with another sound, in reverse order.
 */
export function albumFiles(artistName: string) {
  return ALBUM.map((title, index) => {
    const number = index + 1;
    const names = [
      `${number}. ${title}.wav`,
      `${number} - ${artistName} - ${title}.wav`,
      `${number}_${title.replaceAll(" ", "_")}.WAV`,
    ];
    const bytes = () => wavBytes({ seconds: 0.2, bits: 16, sampleRate: 8_000, seed: number });
    return namedFile(names[index % names.length] ?? "", bytes);
  }).reverse();
}

/** A folder with four songs, a cover, and a file that a Mac put there. */
export function albumFolder() {
  const path = mkdtempSync(join(folder, "album-"));
  const put = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(path, name), bytes);
    return join(path, name);
  };
  const titles = ["Dawn Chart", "Low Tide", "Copper Wire (feat. Mia Lundell)", "Track"];
  const tags = {
    id: "LIST",
    body: infoBody({ INAM: "Salt Road" }),
    position: "after-data",
  } as const;
  const songs = titles.map((title, index) =>
    put(
      `0${index + 1} ${title}.wav`,
      wavBytes({ seconds: 1, seed: index + 1, extraChunks: title === "Track" ? [tags] : [] }),
    ),
  );
  const files = [...songs, put("cover.jpg", jpegBytes()), put(".DS_Store", new Uint8Array(8))];
  return { path, songs, files };
}

/** A signal: the value at a time in seconds, of a channel. */
export type Signal = (seconds: number, channel: number) => number;

/** A track of 64-bit floats. */
export function floatTrack(
  sampleRate: number,
  frames: number,
  signal: Signal,
  channels = 2,
): Track {
  const values = new Float64Array(frames * channels);
  for (let i = 0; i < values.length; i++)
    values[i] = signal(Math.floor(i / channels) / sampleRate, i % channels);
  const format: WavFormat = {
    format: "float",
    extensible: false,
    channels,
    sampleRate,
    bitsPerSample: 64,
    validBits: 64,
    blockAlign: 8 * channels,
  };
  return { format, bytes: new Uint8Array(values.buffer) };
}

export const toneSignal =
  (hertz: number, level = 1): Signal =>
  (seconds) =>
    level * Math.sin(2 * Math.PI * hertz * seconds);

/**
 * Measures a tone in a recording by least squares: its level, and noise and distortion below it, in dB.
 * Leaves out `edge` samples at both ends.
 */
export function measureTone(
  samples: ArrayLike<number>,
  hertz: number,
  { rate = 44_100, edge = 4_410 } = {},
) {
  let [cc, ss, cs, yc, ys, count] = [0, 0, 0, 0, 0, 0];
  const angle = (2 * Math.PI * hertz) / rate;
  for (let i = edge; i < samples.length - edge; i++) {
    const [c, s, y] = [Math.cos(angle * i), Math.sin(angle * i), samples[i] ?? 0];
    cc += c * c;
    ss += s * s;
    cs += c * s;
    yc += y * c;
    ys += y * s;
    count += 1;
  }
  const determinant = cc * ss - cs * cs;
  const a = (yc * ss - ys * cs) / determinant;
  const b = (ys * cc - yc * cs) / determinant;
  let rest = 0;
  for (let i = edge; i < samples.length - edge; i++)
    rest += ((samples[i] ?? 0) - a * Math.cos(angle * i) - b * Math.sin(angle * i)) ** 2;
  const level = Math.hypot(a, b);
  return { level, rest: 10 * Math.log10(rest / count / (level ** 2 / 2)) };
}

/** The level of a recording in dB below a full-scale sine. */
export function soundLevel(samples: ArrayLike<number>, edge = 4_410): number {
  let sum = 0;
  let count = 0;
  for (let i = edge; i < samples.length - edge; i++, count++) sum += (samples[i] ?? 0) ** 2;
  return 10 * Math.log10((2 * sum) / count + 1e-40);
}

/** Digital silence at both ends, longer than the fingerprint reads. */
const SILENT_BYTES = 80 * 1024;
const HEADER_BYTES = 44;

/**
 * A master of a track, with the same length and silent ends at each export, but other sound.
 * @param audio bytes of sound.
 */
export function renderMaster(audio: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = wavBytes({ bytes: audio, seed });
  bytes.fill(0, HEADER_BYTES, SILENT_BYTES);
  bytes.fill(0, bytes.length - SILENT_BYTES);
  return bytes;
}

/** The fingerprint of a file that browsers compute when it is chosen. */
export function fingerprintOfBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return fingerprintOf(new Blob([bytes]));
}

/** A WAV on disk of one test, which may overwrite it. */
interface OwnFile extends GeneratedFile {
  /** Overwrites the file with other sound of the same size. */
  change: () => GeneratedFile;
}

/** Writes a WAV of exactly `size` bytes for one test; floats are sent uncompressed. */
export function writeTestWav(name: string, size: number, { float = false } = {}): OwnFile {
  const folder = mkdtempSync(join(tmpdir(), "own-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  const write = (seed: number): GeneratedFile => {
    const bytes = wavBytes({ totalBytes: size, seed, float });
    writeFileSync(path, bytes);
    return { path, name, size, sha256: sha256(bytes) };
  };
  return { ...write(11), change: () => write(12) };
}

/** A file that is too large to be created: it knows only the positions of its bytes. */
export class VirtualBlob extends Blob {
  /**
   * Whether the file has changed on disk; then it cannot be read any more, or, on phones that have taken
   * it back, reads as empty.
   */
  readonly disk: { changed: boolean; readsEmpty?: boolean };

  /** @param sha256 of the whole file, which distinguishes it from others of its size. */
  constructor(
    readonly start: number,
    readonly end: number,
    readonly sha256 = "a".repeat(64),
    disk: VirtualBlob["disk"] = { changed: false },
  ) {
    super([]);
    this.disk = disk;
  }

  /** A copy of the file. */
  copied(): VirtualBlob {
    return new VirtualBlob(this.start, this.end, this.sha256);
  }

  override get size(): number {
    return this.end - this.start;
  }

  override slice(from = 0, to = this.size): VirtualBlob {
    const end = Math.min(this.end, this.start + to);
    return new VirtualBlob(Math.min(end, this.start + from), end, this.sha256, this.disk);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.disk.readsEmpty) return new ArrayBuffer(0);
    if (this.disk.changed) throw new DOMException("changed", "NotReadableError");
    return new ArrayBuffer(this.size);
  }
}
