import type { AudioFindings } from "~/domain/media/audio-findings";
import styles from "./wave.module.css";

/** Bars of one waveform, so that it stays a few hundred bytes of SVG. */
const MAX_BARS = 120;
/** In percent of full scale. */
const FULL_SCALE = 100;

type WaveFindings = Pick<
  AudioFindings,
  "waveform" | "clipping" | "over" | "seconds" | "silence" | "places"
>;

/** Where a track clips and where it is silent, in seconds; of older findings only the ends are known. */
function placesOf({ places, silence: { head, tail }, seconds }: WaveFindings) {
  return {
    clipping: places?.clipping,
    silence: places?.silence ?? [
      [0, head],
      [seconds - tail, seconds],
    ],
  };
}

const isWithin = (ranges: readonly (readonly number[])[], from: number, to: number) =>
  ranges.some(([start = 0, end = 0]) => start < to && end > from);

function loudestOf(levels: readonly number[], count: number): number[] {
  const bars = Math.min(count, levels.length);
  return Array.from({ length: bars }, (_, index) => {
    const [from, to] = [index, index + 1].map((at) => Math.floor((at * levels.length) / bars));
    return Math.max(0, ...levels.slice(from, to));
  });
}

const barPath = (x: number, half: number) => `M${x} ${50 - half}h.5v${half * 2}h-.5z`;

interface WaveProps {
  findings: WaveFindings;
  /** The played part, from 0 to 1. */
  played: number;
  bars?: number;
}

/** The waveform of a track: what was played in the accent, silence dotted, caps where it clips. Decorative. */
export function Wave({ findings, played, bars = MAX_BARS }: WaveProps) {
  const levels = loudestOf(findings.waveform, bars);
  const doesClip = findings.clipping.runs > 0 || findings.over.samples > 0;
  const { clipping, silence } = placesOf(findings);
  const [before, after, marks]: [string[], string[], string[]] = [[], [], []];
  for (const [index, level] of levels.entries()) {
    const [from = 0, to = 0] = [index, index + 1].map(
      (at) => (at * findings.seconds) / levels.length,
    );
    if (level === 0 && isWithin(silence, from, to)) marks.push(barPath(index, 2));
    else {
      const part = index / levels.length < played ? before : after;
      part.push(barPath(index, Math.max(3, level / 2)));
    }
    const clips = clipping ? isWithin(clipping, from, to) : doesClip && level >= FULL_SCALE;
    if (clips) marks.push(`M${index} 0h.5v9h-.5zM${index} 91h.5v9h-.5z`);
  }
  return (
    <svg
      viewBox={`0 0 ${levels.length} 100`}
      preserveAspectRatio="none"
      className={styles.wave}
      aria-hidden="true"
    >
      <path d={after.join("")} />
      <path data-played d={before.join("")} />
      <path data-found d={marks.join("")} />
    </svg>
  );
}
