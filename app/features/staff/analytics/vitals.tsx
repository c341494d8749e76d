import type { Hours, Trend } from "~/observability/analytics/dashboard";
import styles from "./analytics.module.css";
import { Chart } from "./chart";
import { formatCount } from "./format-count";
import vitalsStyles from "./vitals.module.css";
import { type SplitView, VitalsSplitTable } from "./vitals-split";

/** The display data of page performance. */
export interface PerformanceView {
  current: number | null;
  average: number | null;
  trend: Trend;
  views: number;
  vitals: readonly { label: string; words: string; text: string; tone: string; good: string }[];
  line: {
    path: string;
    points: readonly { x: number; y: number }[];
    ticks: readonly { value: number; y: number }[];
  };
  rows: readonly { period: string; cells: readonly string[] }[];
}

interface VitalsProps {
  performance: PerformanceView;
  split: SplitView | undefined;
  hours: Hours;
  axis: readonly string[];
}

/** How fast pages are for visitors, over time and split. */
export function Vitals({ performance, split, hours, axis }: VitalsProps) {
  const { vitals, line, rows, views } = performance;
  return (
    <section className={styles.part} aria-labelledby="vitals">
      <h2 id="vitals">Core web vitals</h2>
      <dl className={styles.cards}>
        {vitals.map(({ label, words, text, tone, good }) => (
          <div key={label} className={styles.card}>
            <dt>
              <abbr title={words}>{label}</abbr>
            </dt>
            <dd className={styles.figure} data-tone={tone}>
              {text}
            </dd>
            <dd className={styles.quiet}>
              {words}, good up to {good.replace(" ", "\u00a0")}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>
        Of {formatCount(views)} page views that were measured; three of four were as good or better.
      </p>
      {line.points.length > 0 && (
        <Chart
          title="Performance score"
          summary={`The score over time, from 0 to 100. It stands at ${performance.current}, on average at ${performance.average}.`}
          ticks={line.ticks}
          axis={axis}
          table={{ columns: ["Score", ...vitals.map(({ label }) => label)], rows }}
        >
          <path className={vitalsStyles.scoreLine} d={line.path} />
          {line.points.map(({ x, y }) => (
            <path key={x} className={vitalsStyles.scorePoint} d={`M${x},${y}h0`} />
          ))}
        </Chart>
      )}
      <VitalsSplitTable split={split} hours={hours} />
    </section>
  );
}
