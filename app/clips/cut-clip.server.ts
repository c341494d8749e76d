import { type CutRange, framesOf, openConverter, type Seed } from "~/media/converter/converter";
import { isClipFormat, openCopier } from "~/media/converter/copier";
import { openEngine } from "~/media/converter/engine";
import { clipBytes, clipHeader } from "~/media/converter/wav-out";
import { readWavHeader, type WavInfo } from "~/media/wav-header";
import { openClipWriter } from "./clip-writer.server";
import { cutWindow } from "./cut-window";
import { noteOfSound } from "./sound-notes";
import { type ClipSource, pump, SOURCE_GONE, SourceGone } from "./track-source.server";

export interface ClipOrder {
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
export type CutResult =
  | { ok: true; sha256: string; bytes: number; frames: number; note: string }
  | { ok: false; reason: string; text: string };

/** What staff read of a track whose header is wrong about its frames. */
const MISSTATED =
  "The track's header is wrong about the size of its frames; it was read as players read it.";

/** The highest value that dither leaves below full scale. */
const HIGHEST = 1 - 3 / 32_768;

/** The gain that keeps channels that are folded down from overloading: 1 where none is needed. */
async function foldGain(
  compiled: WebAssembly.Module,
  { source, renew }: ClipOrder,
  wav: WavInfo,
  range: CutRange,
) {
  if (wav.channels <= 2) return 1;
  const engine = openEngine(compiled);
  let most = 0;
  const converter = openConverter(
    engine,
    { format: wav, sourceFrames: wav.frames, range, seed: [0, 0] },
    {
      kind: "frames",
      take: (at, count) => {
        most = Math.max(most, engine.loudest(at, count));
      },
    },
  );
  await pump(source, wav, converter, renew);
  return most > HIGHEST ? HIGHEST / most : 1;
}

/**
 * Cuts a clip out of a stored track and stores it: 16 bit, 44.1 kHz, stereo. The same order gives
 * the same bytes. Only the stretch it needs is read, and nothing is held but a few blocks.
 * @throws when the bucket fails; nothing is stored then.
 */
export async function cutClip(compiled: WebAssembly.Module, order: ClipOrder): Promise<CutResult> {
  const { source } = order;
  const header = await readWavHeader(source.read, source.size);
  if (!header.ok) {
    const gone = (await source.carrier.size(source.key)) === undefined;
    if (gone) return { ok: false, reason: "source-gone", text: SOURCE_GONE };
    const text = `The track's file cannot be read as a WAV file (${header.reason}).`;
    return { ok: false, reason: header.reason, text };
  }
  const { wav } = header;
  const window = cutWindow(order, wav);
  if (!window.ok) return { ok: false, reason: "no-such-stretch", text: window.text };
  const { range, notes } = window;
  try {
    const gain = await foldGain(compiled, order, wav, range);
    const made = await writeClip(compiled, order, { wav, range, gain });
    const { sha256, bytes, frames } = made;
    const odd = wav.oddities.includes("frame-size") ? [MISSTATED] : [];
    const note = [...notes, ...odd, ...made.notes].join(" ");
    return { ok: true, sha256, bytes, frames, note };
  } catch (error) {
    if (error instanceof SourceGone) return { ok: false, reason: "source-gone", text: SOURCE_GONE };
    throw error;
  }
}

async function writeClip(
  compiled: WebAssembly.Module,
  { source, key, seed, renew }: ClipOrder,
  { wav, range, gain }: { wav: WavInfo; range: CutRange; gain: number },
) {
  const options = { format: wav, sourceFrames: wav.frames, range, seed, gain };
  const frames = framesOf(range, wav);
  const bytes = clipBytes(frames);
  const writer = openClipWriter(source.carrier, key, bytes);
  try {
    const ready: Uint8Array[] = [];
    const hand = (part: Uint8Array) => void ready.push(part);
    const engine = openEngine(compiled);
    const converter = isClipFormat(wav)
      ? openCopier(engine, options, hand)
      : openConverter(engine, options, { kind: "clip", hand });
    await writer.write(clipHeader(frames));
    await pump(source, wav, converter, async () => {
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
