import styles from "./player.module.css";

/** Bars `from` to `to` as one SVG path, mirrored on the middle. */
function barsPath(levels: readonly number[], from: number, to: number): string {
  return levels
    .slice(from, to)
    .map((level, index) => {
      // Silence is a thin line.
      const half = Math.max(1, level / 2);
      return `M${from + index} ${50 - half}h.6v${half * 2}h-.6z`;
    })
    .join("");
}

interface WaveformProps {
  /** In whole percent of full scale. */
  levels: readonly number[];
  /** The played part, from 0 to 1. */
  played: number;
}

/**
 * The waveform of a sound, its played part in the accent colour. Decorative: the controls beside it do
 * everything.
 */
export function Waveform({ levels, played }: WaveformProps) {
  const playedBars = Math.round(Math.min(1, Math.max(0, played)) * levels.length);
  return (
    <svg
      viewBox={`0 0 ${levels.length} 100`}
      preserveAspectRatio="none"
      className={styles.waveform}
      aria-hidden="true"
    >
      <path className={styles.heard} d={barsPath(levels, 0, playedBars)} />
      <path d={barsPath(levels, playedBars, levels.length)} />
    </svg>
  );
}
