import { severities } from "~/observability/analytics/dashboard";
import styles from "./analytics.module.css";
import { BarList, Chart } from "./chart";
import panelStyles from "./errors.module.css";
import { type ErrorRow, ErrorsTable } from "./errors-table";
import { formatCount } from "./format-count";

/** The display data of errors. */
export interface ErrorsView {
  total: number;
  byCategory: readonly { name: string; count: number; length: number }[];
  bars: {
    parts: readonly { key: string; x: number; y: number; width: number; height: number }[];
    ticks: readonly { value: number; y: number }[];
  };
  rows: readonly { period: string; cells: readonly string[] }[];
  recent: readonly ErrorRow[];
}

/** Errors over time, by category and as a list. */
export function ErrorsPanel({ errors, axis }: { errors: ErrorsView; axis: readonly string[] }) {
  const { total, byCategory, bars, rows, recent } = errors;
  return (
    <section className={styles.part} aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      {total > 0 && (
        <div className={panelStyles.halves}>
          <Chart
            title="Errors over time"
            summary={`${formatCount(total)} errors over time, by severity.`}
            ticks={bars.ticks}
            axis={axis}
            legend={
              <ul className={panelStyles.legend} aria-hidden="true">
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
                className={panelStyles.layer}
                data-severity={key}
                {...rect}
              />
            ))}
          </Chart>
          <div className={panelStyles.categories}>
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
        <div className={panelStyles.categories}>
          <h3>Errors by category</h3>
          <p>None in this time.</p>
        </div>
      )}
      <h3>Recent errors</h3>
      <ErrorsTable errors={recent} />
    </section>
  );
}
