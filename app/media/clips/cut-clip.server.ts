import type { Carrier } from "~/uploads/carrier";
import type { RangeReader } from "../range-reader";
import { readWavHeader, type WavInfo } from "../wav-header";
import { byteBlocks } from "./byte-blocks.server";
import { openClipWriter } from "./clip-writer.server";
import { type Converter, type CutRange, framesOf, openConverter, type Seed } from "./converter";
import { isClipFormat, openCopier } from "./copier";
import { cutWindow } from "./cut-window";
import { openEngine } from "./engine";
import { noteOfSound } from "./sound-notes";
import { clipBytes, clipHeader } from "./wav-out";

/** The track that a clip is cut from, as it lies in the bucket. */
export interface ClipSource {
  carrier: Carrier;
  key: string;
  /** Bytes of the whole file. */
  size: number;
  read: RangeReader;
}

export interface ClipOrder {
  source: ClipSource;
  /** Where the clip is to lie, in the same bucket. */
  key: string;
  /** As typed, mm:ss. */
  startTime: string;
  endTime: string;
  seed: Seed;
}

/** A clip that was cut, or why it cannot be: a code for log lines and a sentence for staff. */
export type CutResult =
  | { ok: true; sha256: string; bytes: number; frames: number; note: string }
  | { ok: false; reason: string; text: string };

const GONE = "The track's file is no longer in storage.";

class SourceGone extends Error {}

async function pump(
  source: ClipSource,
  { dataOffset, blockAlign }: WavInfo,
  converter: Converter,
  afterEach: () => Promise<void>,
): Promise<void> {
  const { from, to } = converter.reads;
  const range = { offset: dataOffset + from * blockAlign, length: (to - from) * blockAlign };
  const stream = await source.carrier.read(source.key, range);
  if (!stream) throw new SourceGone(GONE);
  let left = range.length;
  for await (const block of byteBlocks(stream)) {
    left -= block.length;
    converter.push(block);
    await afterEach();
  }
  // A stream that was cut off must not pass for silence.
  if (left !== 0) throw new Error(`The source ended ${left} bytes early`);
  converter.end();
  await afterEach();
}

/** The gain that keeps channels that are folded down from overloading: 1 where none is needed. */
async function foldGain(
  compiled: WebAssembly.Module,
  source: ClipSource,
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
  await pump(source, wav, converter, async () => {});
  return most > HIGHEST ? HIGHEST / most : 1;
}

/** The highest value that dither leaves below full scale. */
const HIGHEST = 1 - 3 / 32_768;

/**
 * Cuts a clip out of a stored track and stores it: 16 bit, 44.1 kHz, stereo. The same order gives
 * the same bytes. Only the stretch it needs is read, and nothing is held but a few blocks.
 * @throws when the bucket fails; nothing is stored then.
 */
export async function cutClip(compiled: WebAssembly.Module, order: ClipOrder): Promise<CutResult> {
  const { source, key, seed } = order;
  const header = await readWavHeader(source.read, source.size);
  if (!header.ok) {
    const gone = (await source.carrier.size(source.key)) === undefined;
    if (gone) return { ok: false, reason: "source-gone", text: GONE };
    const text = `The track's file cannot be read as a WAV file (${header.reason}).`;
    return { ok: false, reason: header.reason, text };
  }
  const { wav } = header;
  const window = cutWindow(order, wav);
  if (!window.ok) return { ok: false, reason: "no-such-stretch", text: window.text };
  const { range, notes } = window;
  try {
    const gain = await foldGain(compiled, source, wav, range);
    const options = { format: wav, sourceFrames: wav.frames, range, seed, gain };
    const frames = framesOf(range, wav);
    const writer = openClipWriter(source.carrier, key, clipBytes(frames));
    try {
      const ready: Uint8Array[] = [];
      const hand = (bytes: Uint8Array) => void ready.push(bytes);
      const engine = openEngine(compiled);
      const converter = isClipFormat(wav)
        ? openCopier(engine, options, hand)
        : openConverter(engine, options, { kind: "clip", hand });
      await writer.write(clipHeader(frames));
      await pump(source, wav, converter, async () => {
        for (const bytes of ready.splice(0)) await writer.write(bytes);
      });
      const sha256 = await writer.close();
      const sound = {
        channels: wav.channels,
        gain,
        peak: converter.peak(),
        unusable: converter.unusable(),
      };
      const note = [...notes, ...noteOfSound(sound)].join(" ");
      return { ok: true, sha256, bytes: clipBytes(frames), frames, note };
    } catch (error) {
      await writer.abort(error);
      throw error;
    }
  } catch (error) {
    if (error instanceof SourceGone) return { ok: false, reason: "source-gone", text: GONE };
    throw error;
  }
}
