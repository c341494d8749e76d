import type { AudioFindings } from "~/domain/media/audio-findings";
import styles from "./wave.module.css";

/** Bars of one waveform, so that it stays a few hundred bytes of SVG. */
const MAX_BARS = 120;
/** In percent of full scale. */
const CLIPS_FROM = 100;

type WaveFindings = Pick<AudioFindings, "waveform" | "clipping" | "over">;

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
  const [before, after, silent, clipped] = [[], [], [], []] as string[][];
  for (const [index, level] of levels.entries()) {
    if (level === 0) silent?.push(barPath(index, 2));
    else
      (index / levels.length < played ? before : after)?.push(
        barPath(index, Math.max(3, level / 2)),
      );
    if (doesClip && level >= CLIPS_FROM)
      clipped?.push(`M${index} 0h.5v9h-.5zM${index} 91h.5v9h-.5z`);
  }
  return (
    <svg
      viewBox={`0 0 ${levels.length} 100`}
      preserveAspectRatio="none"
      className={styles.wave}
      aria-hidden="true"
    >
      <path d={after?.join("")} />
      <path data-played d={before?.join("")} />
      <path data-found d={[...(silent ?? []), ...(clipped ?? [])].join("")} />
    </svg>
  );
}
