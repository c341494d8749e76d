import { aLawTable, muLawTable } from "~/media/g711";
import type { WavFormat } from "~/media/wav-format";
import { type Engine, FRAME_BYTES } from "./engine";
import { type FoldedChannel, foldDown } from "./fold-down";
import type { FrameSink } from "./frame-sink";

/** Bytes of the source that are decoded at once, at most. */
const RAW_BYTES = 64 * 1024;

/** Kinds as in `assembly/decode.ts`. */
function kindOf({ format, bitsPerSample }: WavFormat): number {
  if (format === "float") return bitsPerSample === 64 ? 5 : 4;
  return format === "pcm" ? bitsPerSample / 8 - 1 : 6;
}

function writePlaces(
  engine: Engine,
  foldedChannels: FoldedChannel[],
  sampleBytes: number,
  gain: number,
) {
  const at = engine.reserve(foldedChannels.length * 24);
  const view = new DataView(engine.memory.buffer);
  foldedChannels.forEach(({ channel, left, right }, index) => {
    view.setUint32(at + index * 24, channel * sampleBytes, true);
    view.setFloat64(at + index * 24 + 8, left * gain, true);
    view.setFloat64(at + index * 24 + 16, right * gain, true);
  });
  return at;
}

/**
 * Decodes bytes of a source, in pieces of any size, into stereo frames.
 * @param options.gain of folded channels.
 * @param options.counted frames whose unusable samples are counted.
 */
export function frameDecoder(
  engine: Engine,
  format: WavFormat,
  { gain, counted }: { gain: number; counted: { from: number; to: number } },
  to: FrameSink,
) {
  const { blockAlign, channels } = format;
  const kind = kindOf(format);
  const foldedChannels = foldDown(format);
  const places = writePlaces(engine, foldedChannels, format.bitsPerSample / 8, gain);
  const table = engine.floats(format.format === "mulaw" ? muLawTable() : aLawTable());
  const fast = channels === 2 && kind >= 1 && kind <= 5;
  const most = Math.max(1, Math.floor(RAW_BYTES / blockAlign));
  // The 24-bit decoder reads one byte beyond.
  const raw = engine.reserve(most * blockAlign + 16);
  let bufferSize = 0;
  let position = 0;
  let unusable = 0;

  function decode(frames: number) {
    let from = raw;
    for (let remaining = frames; remaining > 0 && !to.full(); ) {
      const border = [counted.from, counted.to].find((one) => one > position) ?? Infinity;
      const count = Math.min(remaining, to.room(), border - position);
      const at = to.at();
      const unusableCount = fast
        ? engine.decodeStereo(kind, from, count, at)
        : engine.decodeFolded(
            kind,
            from,
            count,
            blockAlign,
            places,
            foldedChannels.length,
            table,
            at,
          );
      if (position >= counted.from && position < counted.to) unusable += unusableCount;
      to.took(count);
      position += count;
      from += count * blockAlign;
      remaining -= count;
    }
  }

  return {
    push(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length; ) {
        const more = Math.min(bytes.length - at, most * blockAlign - bufferSize);
        engine.bytes().set(bytes.subarray(at, at + more), raw + bufferSize);
        at += more;
        bufferSize += more;
        const frames = Math.floor(bufferSize / blockAlign);
        decode(frames);
        const rest = frames * blockAlign;
        if (bufferSize > rest) engine.bytes().copyWithin(raw, raw + rest, raw + bufferSize);
        bufferSize -= rest;
      }
    },
    /** Passes on silent frames until the sink is full. */
    silence(frames: number) {
      for (let remaining = frames; remaining > 0 && !to.full(); ) {
        const count = Math.min(remaining, to.room());
        const at = to.at();
        engine.bytes().fill(0, at, at + count * FRAME_BYTES);
        to.took(count);
        remaining -= count;
      }
    },
    /** Unusable samples, which are silent instead. */
    unusable: () => unusable,
  };
}
