import { StateMark } from "~/components/status-chip";
import type { HealthStatus, Trend } from "~/monitoring/analytics/dashboard";
import { severities } from "~/monitoring/analytics/errors";
import styles from "./analytics.module.css";
import { Cards } from "./cards";
import { BarList, Chart } from "./chart";
import { ErrorsTable, type ShownError } from "./errors-table";
import { Funnel, Uploads, Work } from "./work";

interface Row {
  period: string;
  cells: readonly string[];
}
interface Tick {
  value: number;
  y: number;
}

interface Page {
  isEmpty: boolean;
  axis: readonly string[];
  system: {
    status: HealthStatus;
    uptime: string;
    issues: readonly string[];
    checks: readonly { title: string; ok: boolean; ms: number; failures: number; at: string }[];
  };
  performance: {
    current: number | null;
    average: number | null;
    trend: Trend;
    views: number;
    vitals: readonly { label: string; words: string; text: string; tone: string; good: string }[];
    line: { path: string; points: readonly { x: number; y: number }[]; ticks: readonly Tick[] };
    rows: readonly Row[];
  };
  errors: {
    total: number;
    byCategory: readonly { name: string; count: number; length: number }[];
    bars: {
      parts: readonly { key: string; x: number; y: number; width: number; height: number }[];
      ticks: readonly Tick[];
    };
    rows: readonly Row[];
    recent: readonly ShownError[];
  };
}

type ViewProps = {
  /** The time window, in words. */
  window: string;
  page: Page &
    Parameters<typeof Uploads>[0] &
    Parameters<typeof Funnel>[0] &
    Parameters<typeof Work>[0];
};

function Issues({ issues, checks }: Pick<Page["system"], "issues" | "checks">) {
  return (
    <section className={styles.part} aria-labelledby="issues">
      <h2 id="issues">Active issues</h2>
      {issues.length === 0 ? (
        <p>No active issues</p>
      ) : (
        <ul className={styles.issues}>
          {issues.map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      )}
      <Checks checks={checks} />
    </section>
  );
}

function Checks({ checks }: { checks: Page["system"]["checks"] }) {
  if (checks.length === 0) return null;
  return (
    <details className={styles.checks}>
      <summary>What was asked last</summary>
      <ul>
        {checks.map(({ title, ok, ms, failures, at }) => (
          <li key={title}>
            <StateMark tone={ok ? "good" : "bad"}>{title}</StateMark>
            <span className={styles.quiet}>
              {ok ? "answered" : "did not answer"} after {ms} ms, {at}
              {failures > 0 && `; ${failures} checks failed in this time`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Vitals({ performance, axis }: Pick<Page, "performance" | "axis">) {
  const { vitals, line, rows, views } = performance;
  return (
    <section className={styles.part} aria-labelledby="vitals">
      <h2 id="vitals">Core web vitals</h2>
      <dl className={styles.vitals}>
        {vitals.map(({ label, words, text, tone, good }) => (
          <div key={label} data-tone={tone}>
            <dt>
              <abbr title={words}>{label}</abbr>
            </dt>
            <dd>{text}</dd>
            <dd className={styles.quiet}>
              {words}, good up to {good.replace(" ", "\u00a0")}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>
        Of {views.toLocaleString("en-GB")} page views that were measured; three of four were as good
        or better.
      </p>
      {line.points.length > 0 && (
        <Chart
          title="Performance score"
          summary={`The score over time, from 0 to 100. It stands at ${performance.current}, on average at ${performance.average}.`}
          ticks={line.ticks}
          axis={axis}
          table={{ columns: ["Score", ...vitals.map(({ label }) => label)], rows }}
        >
          <path className={styles.scoreLine} d={line.path} />
          {line.points.map(({ x, y }) => (
            <path key={x} className={styles.scorePoint} d={`M${x},${y}h0`} />
          ))}
        </Chart>
      )}
    </section>
  );
}

function Errors({ errors, axis }: Pick<Page, "errors" | "axis">) {
  const { total, byCategory, bars, rows, recent } = errors;
  return (
    <section className={styles.part} aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      {total > 0 && (
        <div className={styles.halves}>
          <Chart
            title="Errors over time"
            summary={`${total} errors over time, by severity.`}
            ticks={bars.ticks}
            axis={axis}
            legend={
              <ul className={styles.legend} aria-hidden="true">
                {severities.map((severity) => (
                  <li key={severity} data-severity={severity}>
                    {severity}
                  </li>
                ))}
              </ul>
            }
            table={{ columns: severities, rows }}
          >
            {bars.parts.map(({ key, ...rect }) => (
              <rect
                key={`${rect.x} ${key}`}
                className={styles.layer}
                data-severity={key}
                {...rect}
              />
            ))}
          </Chart>
          <div className={styles.categories}>
            <h3>Errors by category</h3>
            <BarList
              caption="Errors by category"
              columns={["Category", "Errors"]}
              rows={byCategory}
            />
          </div>
        </div>
      )}
      {total === 0 && (
        <div className={styles.categories}>
          <h3>Errors by category</h3>
          <p>None in this time.</p>
        </div>
      )}
      <h3>Recent errors</h3>
      <ErrorsTable errors={recent} />
    </section>
  );
}

/** The dashboard: how everything is, how fast, what goes wrong, and what waits. */
export function AnalyticsView({ page, window }: ViewProps) {
  const { isEmpty, axis, system, performance, errors, uploads, funnel, work } = page;
  return (
    <>
      {isEmpty ? (
        <p className={styles.empty}>No dashboard data available</p>
      ) : (
        <Cards system={system} performance={performance} errors={errors.total} window={window} />
      )}
      <Issues issues={system.issues} checks={system.checks} />
      <Vitals performance={performance} axis={axis} />
      <Errors errors={errors} axis={axis} />
      <Uploads uploads={uploads} />
      <Funnel funnel={funnel} />
      <Work work={work} />
    </>
  );
}
