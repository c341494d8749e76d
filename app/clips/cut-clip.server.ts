import {
  type CutRange,
  clipFrameCount,
  createConverter,
  type Seed,
} from "~/media/converter/converter";
import { createCopier, isClipFormat } from "~/media/converter/copier";
import { createEngine } from "~/media/converter/engine";
import { foldDown, LOW_FREQUENCY, speakersOf } from "~/media/converter/fold-down";
import { clipFrames } from "~/media/converter/rate-plan";
import { clipBytes, clipHeader } from "~/media/converter/wav-out";
import type { WavFormat } from "~/media/wav-format";
import { readWavHeader, type WavInfo } from "~/media/wav-header";
import { hex } from "~/platform/formats/hex";
import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import type { StorageBackend } from "~/uploads/storage-backend";
import { type ClipTimes, parseClipTime } from "./clip-rules";
import {
  type ClipSource,
  feedConverter,
  SOURCE_GONE,
  TrackSourceMissingError,
} from "./track-source.server";

/** A stored clip being written. */
interface ClipWriter {
  /** Takes the next bytes; they may change once this has resolved. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the object. @returns its SHA-256 as hexadecimal digits. */
  close(): Promise<string>;
  /** Gives up what was written; nothing is stored. */
  abort(reason: unknown): Promise<void>;
}

/** Streams an object of known length into the bucket, and hashes it on the way. */
function openClipWriter(carrier: StorageBackend, key: string, length: number): ClipWriter {
  const { readable, writable } = new FixedLengthStream(length);
  const storage = carrier.put(key, readable, length);
  // Whoever writes hears of it, even where storage gives up without a word to the stream.
  const failure = new Promise<never>((_, reject) => void storage.catch(reject));
  failure.catch(() => undefined);
  const writer = writable.getWriter();
  const digest = new crypto.DigestStream("SHA-256");
  const hashing = digest.getWriter();
  digest.digest.catch(() => undefined);
  return {
    async write(bytes) {
      await Promise.race([Promise.all([writer.write(bytes), hashing.write(bytes)]), failure]);
    },
    async close() {
      await Promise.race([Promise.all([writer.close(), hashing.close()]), failure]);
      await storage;
      return hex(await digest.digest);
    },
    async abort(reason) {
      // Not waited for: a stream that storage has turned away from may never hear of it.
      for (const one of [writer, hashing]) one.abort(reason).catch(() => undefined);
      await storage.catch(() => undefined);
    },
  };
}

/** What a conversion found. `peak` is the largest value before rounding, 1 being full scale. */
export interface SoundFound extends Pick<WavFormat, "channels" | "channelMask"> {
  /** What folded channels were turned down by. */
  gain: number;
  peak: number;
  /** Samples that were no usable number. */
  unusable: number;
}

const decibels = (ratio: number) => (20 * Math.log10(ratio)).toFixed(1);

/** What became of more than two channels: which of them are heard, how, and which are not. */
function noteOfChannels({ channels, channelMask, gain }: SoundFound): string[] {
  const foldedChannels = foldDown({ channels, channelMask });
  const whose =
    foldedChannels.length === channels
      ? `Its ${channels}`
      : `${foldedChannels.length} of its ${channels}`;
  const isPlain =
    foldedChannels.length === 2 && foldedChannels.every(({ left, right }) => left + right === 1);
  const down = gain < 1 ? `, ${decibels(1 / gain)} dB quieter so that nothing overloads` : "";
  const became = isPlain ? "are the clip's two sides" : `were folded down to stereo${down}`;
  const notes = [`${whose} channels ${became}.`];
  const low = speakersOf({ channels, channelMask }).indexOf(LOW_FREQUENCY);
  const withoutLow = low >= 0 && !foldedChannels.some(({ channel }) => channel === low);
  if (withoutLow) notes.push("Its low-frequency channel was left out.");
  const placeless = channels - foldedChannels.length - (withoutLow ? 1 : 0);
  if (placeless === 1) notes.push("1 channel that names no speaker was left out.");
  if (placeless > 1) notes.push(`${placeless} channels that name no speaker were left out.`);
  return notes;
}

/** What staff should know of a clip's sound, in sentences. */
export function noteOfSound(sound: SoundFound): string[] {
  const { channels, peak, unusable } = sound;
  const notes = channels > 2 ? noteOfChannels(sound) : [];
  // A tenth of a decibel over is what any change of rate does to a loud master.
  if (peak > 1.0116)
    notes.push(`Its loudest moment is ${decibels(peak)} dB over full scale and was clipped.`);
  if (unusable > 0)
    notes.push(`${unusable} of its samples are no usable numbers and were made silent.`);
  return notes;
}

/** What a clip's times come to in a track, or why they cannot be cut, in a sentence for staff. */
type CutWindow = { ok: true; range: CutRange; notes: string[] } | { ok: false; text: string };

/** The frames of a track that a clip's times name. A clip that outlasts its track ends with it. */
export function cutWindow(
  { startTime, endTime }: ClipTimes,
  { sampleRate, frames, seconds }: Pick<WavInfo, "sampleRate" | "frames" | "seconds">,
): CutWindow {
  const start = parseClipTime(startTime);
  const end = parseClipTime(endTime);
  const trackEnd = minutesAndSeconds(seconds);
  if (start === undefined || end === undefined)
    return { ok: false, text: `The times "${startTime}" and "${endTime}" are not mm:ss.` };
  if (end <= start)
    return {
      ok: false,
      text: `The clip would end at ${endTime}, before it starts at ${startTime}.`,
    };
  const range = { from: start * sampleRate, to: Math.min(end * sampleRate, frames) };
  if (range.from >= frames || clipFrames(range.to - range.from, sampleRate) === 0) {
    const text = `The clip starts at ${startTime}, after the end of the track at ${trackEnd}.`;
    return { ok: false, text };
  }
  if (end * sampleRate <= frames) return { ok: true, range, notes: [] };
  const length = ((range.to - range.from) / sampleRate).toFixed(1);
  const note = `It was to end at ${endTime}, but the track ends at ${trackEnd}: it lasts ${length} seconds.`;
  return { ok: true, range, notes: [note] };
}

interface ClipOrder {
  source: ClipSource;
  /** Where the clip is to lie, in the same bucket. */
  key: string;
  /** As typed, mm:ss. */
  startTime: string;
  endTime: string;
  seed: Seed;
  /** Called between the steps of the work; where it throws, nothing is stored. */
  renew: () => Promise<void>;
}

/** A clip that was cut, or why it cannot be: a code for log lines and a sentence for staff. */
type CutResult =
  | { ok: true; sha256: string; bytes: number; frames: number; note: string }
  | { ok: false; reason: string; text: string };

/** What staff read of a track whose header is wrong about its frames. */
const MISSTATED =
  "The track's header is wrong about the size of its frames; it was read as players read it.";

/** The highest value that dither leaves below full scale. */
const HIGHEST = 1 - 3 / 32_768;

/** The gain that keeps channels that are folded down from overloading: 1 where none is needed. */
async function foldGain(
  wasmModule: WebAssembly.Module,
  { source, renew }: ClipOrder,
  wav: WavInfo,
  range: CutRange,
) {
  if (wav.channels <= 2) return 1;
  const engine = createEngine(wasmModule);
  let most = 0;
  const converter = createConverter(
    engine,
    { format: wav, sourceFrames: wav.frames, range, seed: [0, 0] },
    {
      kind: "frames",
      onFrames: (at, count) => {
        most = Math.max(most, engine.loudest(at, count));
      },
    },
  );
  await feedConverter(source, wav, converter, renew);
  return most > HIGHEST ? HIGHEST / most : 1;
}

/**
 * Cuts a clip out of a stored track and stores it: 16 bit, 44.1 kHz, stereo. The same order gives
 * the same bytes. Only the stretch it needs is read, and nothing is held but a few blocks.
 * @throws when the bucket fails; nothing is stored then.
 */
export async function cutClip(
  wasmModule: WebAssembly.Module,
  order: ClipOrder,
): Promise<CutResult> {
  const { source } = order;
  const header = await readWavHeader(source.read, source.size);
  if (!header.ok) {
    const isGone = (await source.carrier.size(source.key)) === undefined;
    if (isGone) return { ok: false, reason: "source-gone", text: SOURCE_GONE };
    const text = `The track's file cannot be read as a WAV file (${header.reason}).`;
    return { ok: false, reason: header.reason, text };
  }
  const { wav } = header;
  const window = cutWindow(order, wav);
  if (!window.ok) return { ok: false, reason: "no-such-stretch", text: window.text };
  const { range, notes } = window;
  try {
    const gain = await foldGain(wasmModule, order, wav, range);
    const clip = await writeClip(wasmModule, order, { wav, range, gain });
    const { sha256, bytes, frames } = clip;
    const odd = wav.oddities.includes("frame-size") ? [MISSTATED] : [];
    const note = [...notes, ...odd, ...clip.notes].join(" ");
    return { ok: true, sha256, bytes, frames, note };
  } catch (error) {
    if (error instanceof TrackSourceMissingError)
      return { ok: false, reason: "source-gone", text: SOURCE_GONE };
    throw error;
  }
}

async function writeClip(
  wasmModule: WebAssembly.Module,
  { source, key, seed, renew }: ClipOrder,
  { wav, range, gain }: { wav: WavInfo; range: CutRange; gain: number },
) {
  const options = { format: wav, sourceFrames: wav.frames, range, seed, gain };
  const frames = clipFrameCount(range, wav);
  const bytes = clipBytes(frames);
  const writer = openClipWriter(source.carrier, key, bytes);
  try {
    const ready: Uint8Array[] = [];
    const onBytes = (part: Uint8Array) => void ready.push(part);
    const engine = createEngine(wasmModule);
    const converter = isClipFormat(wav)
      ? createCopier(engine, options, onBytes)
      : createConverter(engine, options, { kind: "clip", onBytes });
    await writer.write(clipHeader(frames));
    await feedConverter(source, wav, converter, async () => {
      await renew();
      for (const part of ready.splice(0)) await writer.write(part);
    });
    const sha256 = await writer.close();
    const [peak, unusable] = [converter.peak(), converter.unusable()];
    const notes = noteOfSound({ ...wav, gain, peak, unusable });
    return { sha256, bytes, frames, notes };
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}
