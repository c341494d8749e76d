import type { HealthStatus, Trend } from "~/observability/analytics/dashboard";
import type { StatusTone } from "~/reference/status-tones";
import { StatusMark } from "~/ui/status-chip";
import styles from "./analytics.module.css";
import { formatCount } from "./format-count";

const statuses: Record<HealthStatus, { word: string; tone: StatusTone }> = {
  healthy: { word: "Healthy", tone: "good" },
  degraded: { word: "Degraded", tone: "waiting" },
  unhealthy: { word: "Unhealthy", tone: "bad" },
};

const trends: Record<Trend, { word: string; tone: StatusTone }> = {
  improving: { word: "Improving", tone: "good" },
  stable: { word: "Stable", tone: "neutral" },
  declining: { word: "Declining", tone: "bad" },
};

interface HealthCardsProps {
  system: { status: HealthStatus; uptime: string };
  performance: { current: number | null; average: number | null; trend: Trend };
  errors: number;
  window: string;
}

/** The key figures: health, performance and errors. */
export function HealthCards({ system, performance, errors, window }: HealthCardsProps) {
  const { current, average, trend } = performance;
  const { word, tone } = statuses[system.status];
  return (
    <div className={styles.cards}>
      <div className={styles.card}>
        <h2>System status</h2>
        <p className={styles.figure} data-tone={tone}>
          {word}
        </p>
        <p className={styles.beside}>
          <StatusMark tone={tone}>Uptime {system.uptime}</StatusMark>
        </p>
      </div>
      <div className={styles.card}>
        <h2>Performance score</h2>
        <p className={styles.figure}>{current ?? "N/A"}</p>
        <p className={styles.beside}>
          Average {average ?? "N/A"}
          {current !== null && (
            <StatusMark tone={trends[trend].tone}>{trends[trend].word}</StatusMark>
          )}
        </p>
      </div>
      <div className={styles.card}>
        <h2>Errors</h2>
        <p className={styles.figure}>{formatCount(errors)}</p>
        <p className={styles.beside}>{window}</p>
      </div>
    </div>
  );
}
