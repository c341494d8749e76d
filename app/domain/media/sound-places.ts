import * as v from "valibot";
import { lastOf } from "~/platform/formats/last-of";

/** In seconds; less than a pixel of most drawn tracks. */
const CELL_SECONDS = 0.1;
/** In seconds. Shorter pauses belong to the music. */
const MIN_SILENCE = 2;
const MAX_RANGES = 20;

const rangeSchema = v.tuple([v.number(), v.number()]);
/** A part of a track, in seconds from its start. */
type TimeRange = v.InferOutput<typeof rangeSchema>;

/** Where a track clips and where it is silent, in order, to a tenth of a second. */
export const soundPlacesSchema = v.object({
  /** Of more than so many, the nearest are joined. */
  clipping: v.pipe(v.array(rangeSchema), v.maxLength(MAX_RANGES)),
  /** Of more than so many, the longest. */
  silence: v.pipe(v.array(rangeSchema), v.maxLength(MAX_RANGES)),
});
type SoundPlaces = v.InferOutput<typeof soundPlacesSchema>;

/** Runs of cells that have a value, each from its first cell to the one behind its last. */
function runsOf(cells: Uint8Array, value: number): TimeRange[] {
  const runs: TimeRange[] = [];
  let start = cells.indexOf(value);
  while (start >= 0) {
    const next = cells.indexOf(1 - value, start);
    const end = next < 0 ? cells.length : next;
    runs.push([start, end]);
    start = cells.indexOf(value, end);
  }
  return runs;
}

function joinNearest(ranges: readonly TimeRange[]): TimeRange[] {
  const gaps = ranges.slice(1).map(([from], index) => from - (ranges[index]?.[1] ?? from));
  const largest = gaps
    .map((gap, index) => ({ gap, index }))
    .sort((a, b) => b.gap - a.gap || a.index - b.index)
    .slice(0, MAX_RANGES - 1);
  const keptGaps = new Set(largest.map(({ index }) => index));
  return ranges.reduce<TimeRange[]>((joined, range, index) => {
    const last = lastOf(joined);
    if (last && !keptGaps.has(index - 1)) last[1] = range[1];
    else joined.push([...range]);
    return joined;
  }, []);
}

const longest = (ranges: readonly TimeRange[]): TimeRange[] =>
  [...ranges]
    .sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, MAX_RANGES)
    .sort((a, b) => a[0] - b[0]);

interface PlacesMeter {
  /** A run of samples at full scale, from its first frame to the one behind its last. */
  clipped(from: number, to: number): void;
  /** `peaks` has the block's highest level per channel. */
  push(channels: readonly Float64Array[], frames: number, peaks: Float64Array): void;
  end(): SoundPlaces;
}

/**
 * Notes in which tenths of a second a track clips or sounds.
 * @param frames of the whole track. @param silence the level below which a sample is silent.
 */
export function createPlacesMeter(
  { frames, sampleRate }: { frames: number; sampleRate: number },
  silence: number,
): PlacesMeter {
  const cellFrames = Math.max(1, Math.round(sampleRate * CELL_SECONDS));
  const clips = new Uint8Array(Math.ceil(frames / cellFrames));
  const sounds = new Uint8Array(clips.length);
  let position = 0;

  return {
    clipped(from, to) {
      clips.fill(1, Math.floor(from / cellFrames), Math.ceil(to / cellFrames));
    },
    push(channels, count, peaks) {
      const end = position + count;
      const isSilent = peaks.every((peak) => peak < silence);
      for (let from = position; from < end && !isSilent; ) {
        const cell = Math.floor(from / cellFrames);
        const to = Math.min(end, (cell + 1) * cellFrames);
        if (!sounds[cell] && hasSound(channels, [from - position, to - position], silence))
          sounds[cell] = 1;
        from = to;
      }
      position = end;
    },
    end() {
      // Of a file that breaks off the rest is not known.
      const heard = Math.ceil(position / cellFrames);
      const toSeconds = (cell: number) =>
        Math.round((Math.min(cell * cellFrames, position) / sampleRate) * 100) / 100;
      const toRange = ([from, to]: TimeRange): TimeRange => [toSeconds(from), toSeconds(to)];
      const silences = runsOf(sounds.subarray(0, heard), 0).map(toRange);
      return {
        clipping: joinNearest(runsOf(clips, 1)).map(toRange),
        silence: longest(silences.filter(([from, to]) => to - from >= MIN_SILENCE)),
      };
    },
  };
}

function hasSound(
  channels: readonly Float64Array[],
  [from, to]: readonly [number, number],
  silence: number,
): boolean {
  for (const samples of channels)
    for (let i = from; i < to; i++) if (Math.abs(samples[i] ?? 0) >= silence) return true;
  return false;
}
