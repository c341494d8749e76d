import styles from "./player.module.css";

/** Bars as one path, mirrored on the middle; `from` and `to` count them. */
function barsOf(levels: readonly number[], from: number, to: number): string {
  return levels
    .slice(from, to)
    .map((level, at) => {
      // A silent place is a thin line.
      const half = Math.max(1, level / 2);
      return `M${from + at} ${50 - half}h.6v${half * 2}h-.6z`;
    })
    .join("");
}

interface WaveformProps {
  /** Whole percents of full scale. */
  levels: readonly number[];
  /** How much of it was played, from 0 to 1. */
  played: number;
}

/**
 * A sound as it rises and falls, what was played in the accent. For the eyes only: whatever can be
 * done with it can be done by the controls beside it.
 */
export function Waveform({ levels, played }: WaveformProps) {
  const at = Math.round(Math.min(1, Math.max(0, played)) * levels.length);
  return (
    <svg
      viewBox={`0 0 ${levels.length} 100`}
      preserveAspectRatio="none"
      className={styles.waveform}
      aria-hidden="true"
    >
      <path className={styles.heard} d={barsOf(levels, 0, at)} />
      <path d={barsOf(levels, at, levels.length)} />
    </svg>
  );
}
