import { aLawTable, muLawTable } from "../g711";
import type { WavFormat } from "../wav-format";
import { type Engine, FRAME_BYTES } from "./engine";
import { type FoldedChannel, foldDown } from "./fold-down";
import type { FrameSink } from "./frame-sink";

/** Bytes of the source that are decoded at once, at most. */
const RAW_BYTES = 64 * 1024;

/** Kinds as in `assembly/decode.ts`. */
function toKind({ format, bitsPerSample }: WavFormat): number {
  if (format === "float") return bitsPerSample === 64 ? 5 : 4;
  return format === "pcm" ? bitsPerSample / 8 - 1 : 6;
}

function writeFoldTable(
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
export function createFrameDecoder(
  engine: Engine,
  format: WavFormat,
  { gain, counted }: { gain: number; counted: { from: number; to: number } },
  sink: FrameSink,
) {
  const { blockAlign, channels } = format;
  const kind = toKind(format);
  const foldedChannels = foldDown(format);
  const foldTable = writeFoldTable(engine, foldedChannels, format.bitsPerSample / 8, gain);
  const table = engine.floats(format.format === "mulaw" ? muLawTable() : aLawTable());
  const isStereo = channels === 2 && kind >= 1 && kind <= 5;
  const maxFrames = Math.max(1, Math.floor(RAW_BYTES / blockAlign));
  // The 24-bit decoder reads one byte beyond.
  const raw = engine.reserve(maxFrames * blockAlign + 16);
  let bufferSize = 0;
  let position = 0;
  let unusable = 0;

  function decode(frames: number) {
    let from = raw;
    for (let remaining = frames; remaining > 0 && !sink.isFull(); ) {
      const nextBoundary =
        [counted.from, counted.to].find((boundary) => boundary > position) ?? Infinity;
      const count = Math.min(remaining, sink.room(), nextBoundary - position);
      const at = sink.at();
      const unusableCount = isStereo
        ? engine.decodeStereo(kind, from, count, at)
        : engine.decodeFolded(
            kind,
            from,
            count,
            blockAlign,
            foldTable,
            foldedChannels.length,
            table,
            at,
          );
      if (position >= counted.from && position < counted.to) unusable += unusableCount;
      sink.commit(count);
      position += count;
      from += count * blockAlign;
      remaining -= count;
    }
  }

  return {
    push(bytes: Uint8Array) {
      for (let at = 0; at < bytes.length; ) {
        const byteCount = Math.min(bytes.length - at, maxFrames * blockAlign - bufferSize);
        engine.bytes().set(bytes.subarray(at, at + byteCount), raw + bufferSize);
        at += byteCount;
        bufferSize += byteCount;
        const frames = Math.floor(bufferSize / blockAlign);
        decode(frames);
        const usedBytes = frames * blockAlign;
        if (bufferSize > usedBytes)
          engine.bytes().copyWithin(raw, raw + usedBytes, raw + bufferSize);
        bufferSize -= usedBytes;
      }
    },
    /** Passes on silent frames until the sink is full. */
    silence(frames: number) {
      for (let remaining = frames; remaining > 0 && !sink.isFull(); ) {
        const count = Math.min(remaining, sink.room());
        const at = sink.at();
        engine.bytes().fill(0, at, at + count * FRAME_BYTES);
        sink.commit(count);
        remaining -= count;
      }
    },
    /** Unusable samples, which are silent instead. */
    unusable: () => unusable,
  };
}
