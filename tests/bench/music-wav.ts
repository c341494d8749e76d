import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatBody, writeHeader } from "../fixtures/wav-chunks";
import { seededRandom } from "../support/interleaving";
import { randomWav } from "./random-wav";

/** What a file sounds like: music in so many bits, or noise, which cannot be compressed. */
export type Sound = "music 16 bit" | "music 24 bit" | "music 32 bit float" | "noise";

const HEADER_BYTES = 44;
const SAMPLE_RATE = 44_100;
const CHANNELS = 2;
/** Where Debian's package singularity-music (CC BY-SA) has its files. */
const MUSIC_FOLDER = "/usr/share/games/singularity/music";
const HOW_TO_GET = "apt-get install ffmpeg singularity-music";

/** Of the samples; those of a float file are whole numbers of 24 bits, as a mix that was not turned up. */
function bitsOf(sound: Sound): 16 | 24 {
  return sound === "music 24 bit" || sound === "music 32 bit float" ? 24 : 16;
}

/** Samples of 24 bits as numbers from -1 to 1. */
function toFloats(samples: Buffer): Buffer {
  const count = Math.floor(samples.length / 3);
  const floats = Buffer.alloc(count * 4);
  for (let index = 0; index < count; index++)
    floats.writeFloatLE(samples.readIntLE(index * 3, 3) / 2 ** 23, index * 4);
  return floats;
}

function hasMusic(): boolean {
  return existsSync(MUSIC_FOLDER) && spawnSync("ffmpeg", ["-version"]).status === 0;
}

/** Tells what the music of this run is. */
export function describeMusic(): string {
  if (hasMusic()) return `Music: recordings of ${MUSIC_FOLDER}.`;
  return `Music: a SYNTHESISED mix, whose figures say little of real music. For recordings: ${HOW_TO_GET}`;
}

/** Samples of recordings one after the other, until there are `size` bytes. */
function recordedSamples(size: number, bits: 16 | 24): Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const names = readdirSync(MUSIC_FOLDER).filter((name) => name.endsWith(".ogg"));
  for (const name of names.sort()) {
    if (bytes >= size) break;
    const format = ["-f", `s${bits}le`, "-ar", String(SAMPLE_RATE), "-ac", String(CHANNELS), "-"];
    const input = ["-v", "error", "-i", join(MUSIC_FOLDER, name)];
    const chunk = execFileSync("ffmpeg", [...input, ...format], { maxBuffer: 1e9 });
    chunks.push(chunk);
    bytes += chunk.length;
  }
  if (bytes < size) throw new Error(`The music in ${MUSIC_FOLDER} is too short.`);
  return Buffer.concat(chunks).subarray(0, size);
}

/** Samples that `valueAt` gives in [-1, 1) for a time in seconds and a channel. */
function generateSamples(
  size: number,
  bits: 16 | 24,
  valueAt: (seconds: number, channel: number) => number,
): Buffer {
  const samples = Buffer.alloc(size);
  const width = bits / 8;
  const most = 2 ** (bits - 1) - 1;
  for (let index = 0; (index + 1) * width <= size; index++) {
    const seconds = Math.floor(index / CHANNELS) / SAMPLE_RATE;
    const value = Math.round(valueAt(seconds, index % CHANNELS) * most);
    samples.writeIntLE(value, index * width, width);
  }
  return samples;
}

const NOTES_HZ = [110, 164.8, 220, 277.2, 329.6];

/** The same in every run. */
const random = seededRandom(86);

/** Plucked chords over a hiss. */
function mixAt(seconds: number, channel: number): number {
  const beat = seconds % 0.5;
  const chord = NOTES_HZ.reduce((sum, hertz, index) => {
    const tone = Math.sin(2 * Math.PI * hertz * (1 + index * 0.003 * channel) * seconds);
    const overtone = Math.sin(6 * Math.PI * hertz * seconds) / 4;
    return sum + (tone + overtone) * 0.09;
  }, 0);
  const hiss = (random() - 0.5) * 0.03;
  return chord * Math.exp(-3 * beat) + hiss + (random() - 0.5) * Math.exp(-40 * beat) * 0.3;
}

function samplesOf(sound: Sound, size: number): Buffer {
  const bits = bitsOf(sound);
  if (sound === "music 32 bit float")
    return toFloats(samplesOf("music 24 bit", Math.ceil(size / 4) * 3)).subarray(0, size);
  return hasMusic() ? recordedSamples(size, bits) : generateSamples(size, bits, mixAt);
}

function wavOf(sound: Sound, size: number): Uint8Array {
  if (sound === "noise") return randomWav(size);
  const file = new Uint8Array(size);
  writeHeader(file, 0, "RIFF", size - 8);
  file.set(Buffer.from("WAVE"), 8);
  writeHeader(file, 12, "fmt ", 16);
  const isFloat = sound === "music 32 bit float";
  const format = { tag: isFloat ? 3 : 1, bits: isFloat ? 32 : bitsOf(sound) };
  file.set(formatBody({ ...format, channels: CHANNELS, sampleRate: SAMPLE_RATE }), 20);
  writeHeader(file, 36, "data", size - HEADER_BYTES);
  file.set(samplesOf(sound, size - HEADER_BYTES), HEADER_BYTES);
  return file;
}

let folder: string | undefined;
const paths = new Map<string, string>();

/** A WAV of exactly `size` bytes on disk, made once; deleted when the process ends. */
export function wavOnDisk(sound: Sound, size: number): string {
  const name = `${sound}-${size}`.replaceAll(" ", "-");
  const known = paths.get(name);
  if (known) return known;
  if (folder === undefined) {
    const made = mkdtempSync(join(tmpdir(), "bench-"));
    process.on("exit", () => rmSync(made, { recursive: true, force: true }));
    folder = made;
  }
  const path = join(folder, `${name}.wav`);
  writeFileSync(path, wavOf(sound, size));
  paths.set(name, path);
  return path;
}
