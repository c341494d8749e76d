import {
  type CutRange,
  clipFrameCount,
  createConverter,
  type Seed,
} from "~/domain/media/converter/converter";
import { createCopier, isClipFormat } from "~/domain/media/converter/copier";
import { createEngine } from "~/domain/media/converter/engine";
import { foldDown, LOW_FREQUENCY, speakersOf } from "~/domain/media/converter/fold-down";
import { clipFrames } from "~/domain/media/converter/rate-plan";
import { clipBytes, clipHeader } from "~/domain/media/converter/wav-out";
import type { WavFormat } from "~/domain/media/wav-format";
import { readWavHeader, type WavInfo } from "~/domain/media/wav-header";
import type { StorageBackend } from "~/domain/uploads/storage-backend";
import { hex } from "~/platform/formats/hex";
import { minutesAndSeconds } from "~/platform/formats/minutes-and-seconds";
import { type ClipTimes, parseClipTime } from "./clip-rules";
import {
  type ClipSource,
  feedConverter,
  SOURCE_GONE,
  TrackSourceMissingError,
} from "./track-source.server";

interface ClipWriter {
  /** The buffer can be reused once this has resolved. */
  write(bytes: Uint8Array): Promise<void>;
  /** @returns the hexadecimal SHA-256. */
  close(): Promise<string>;
  /** Nothing is stored. */
  abort(reason: unknown): Promise<void>;
}

/** Streams an object of known length into the bucket, and hashes it. */
function createClipWriter(carrier: StorageBackend, key: string, length: number): ClipWriter {
  const { readable, writable } = new FixedLengthStream(length);
  const storage = carrier.put(key, readable, length);
  // A storage failure must reach the writer even if the stream does not report it.
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
      // Not awaited: a stream that storage has abandoned may never settle.
      for (const sink of [writer, hashing]) sink.abort(reason).catch(() => undefined);
      await storage.catch(() => undefined);
    },
  };
}

/** `peak` is before rounding; 1 is full scale. */
export interface SoundFound extends Pick<WavFormat, "channels" | "channelMask"> {
  /** Gain of folded channels. */
  gain: number;
  peak: number;
  /** Count of unusable samples. */
  unusable: number;
}

const decibels = (ratio: number) => (20 * Math.log10(ratio)).toFixed(1);

function channelNotes({ channels, channelMask, gain }: SoundFound): string[] {
  const foldedChannels = foldDown({ channels, channelMask });
  const subject =
    foldedChannels.length === channels
      ? `Its ${channels}`
      : `${foldedChannels.length} of its ${channels}`;
  const isPlain =
    foldedChannels.length === 2 && foldedChannels.every(({ left, right }) => left + right === 1);
  const attenuationText =
    gain < 1 ? `, ${decibels(1 / gain)} dB quieter so that nothing overloads` : "";
  const resultText = isPlain
    ? "are the clip's two sides"
    : `were folded down to stereo${attenuationText}`;
  const notes = [`${subject} channels ${resultText}.`];
  const lowIndex = speakersOf({ channels, channelMask }).indexOf(LOW_FREQUENCY);
  const isLowDropped = lowIndex >= 0 && !foldedChannels.some(({ channel }) => channel === lowIndex);
  if (isLowDropped) notes.push("Its low-frequency channel was left out.");
  const unassigned = channels - foldedChannels.length - (isLowDropped ? 1 : 0);
  if (unassigned === 1) notes.push("1 channel that names no speaker was left out.");
  if (unassigned > 1) notes.push(`${unassigned} channels that name no speaker were left out.`);
  return notes;
}

/** Notes for staff about the sound. */
export function soundNotes(sound: SoundFound): string[] {
  const { channels, peak, unusable } = sound;
  const notes = channels > 2 ? channelNotes(sound) : [];
  // A resampled loud master exceeds full scale by a tenth of a decibel.
  if (peak > 1.0116)
    notes.push(`Its loudest moment is ${decibels(peak)} dB over full scale and was clipped.`);
  if (unusable > 0)
    notes.push(`${unusable} of its samples are no usable numbers and were made silent.`);
  return notes;
}

/** The frames to cut, or why not, for staff. */
type CutWindow = { ok: true; range: CutRange; notes: string[] } | { ok: false; text: string };

/** Converts times to frames. A clip that exceeds the track ends with it. */
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
  /** Key of the clip in the same bucket. */
  key: string;
  /** mm:ss. */
  startTime: string;
  endTime: string;
  seed: Seed;
  /** Renews the lease between steps; if it throws, nothing is stored. */
  renew: () => Promise<void>;
}

/** `reason` is a code for log lines, `text` is for staff. */
type CutResult =
  | { ok: true; sha256: string; bytes: number; frames: number; note: string }
  | { ok: false; reason: string; text: string };

const FRAME_SIZE_NOTE =
  "The track's header is wrong about the size of its frames; it was read as players read it.";

/** Dither keeps this below full scale. */
const MAX_LEVEL = 1 - 3 / 32_768;

/** The gain that keeps folded channels from clipping. */
async function computeFoldGain(
  wasmModule: WebAssembly.Module,
  { source, renew }: ClipOrder,
  wav: WavInfo,
  range: CutRange,
) {
  if (wav.channels <= 2) return 1;
  const engine = createEngine(wasmModule);
  let loudest = 0;
  const converter = createConverter(
    engine,
    { format: wav, sourceFrames: wav.frames, range, seed: [0, 0] },
    {
      kind: "frames",
      onFrames: (offset, count) => {
        loudest = Math.max(loudest, engine.loudest(offset, count));
      },
    },
  );
  await feedConverter(source, wav, converter, renew);
  return loudest > MAX_LEVEL ? MAX_LEVEL / loudest : 1;
}

/**
 * Cuts and stores a clip: 16 bit, 44.1 kHz, stereo. Deterministic. Reads only the needed range,
 * block by block.
 * @throws if the bucket fails; nothing is stored then.
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
    const gain = await computeFoldGain(wasmModule, order, wav, range);
    const clip = await writeClip(wasmModule, order, { wav, range, gain });
    const { sha256, bytes, frames } = clip;
    const oddityNotes = wav.oddities.includes("frame-size") ? [FRAME_SIZE_NOTE] : [];
    const note = [...notes, ...oddityNotes, ...clip.notes].join(" ");
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
  const writer = createClipWriter(source.carrier, key, bytes);
  try {
    const pendingParts: Uint8Array[] = [];
    const onBytes = (part: Uint8Array) => void pendingParts.push(part);
    const engine = createEngine(wasmModule);
    const converter = isClipFormat(wav)
      ? createCopier(engine, options, onBytes)
      : createConverter(engine, options, { kind: "clip", onBytes });
    await writer.write(clipHeader(frames));
    await feedConverter(source, wav, converter, async () => {
      await renew();
      for (const part of pendingParts.splice(0)) await writer.write(part);
    });
    const sha256 = await writer.close();
    const [peak, unusable] = [converter.peak(), converter.unusable()];
    const notes = soundNotes({ ...wav, gain, peak, unusable });
    return { sha256, bytes, frames, notes };
  } catch (error) {
    await writer.abort(error);
    throw error;
  }
}
